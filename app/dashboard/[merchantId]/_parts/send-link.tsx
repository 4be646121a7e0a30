'use client'

import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../_parts/calls'
import { Copied } from '../../_parts/copied'
import { FormDialog } from '../../_parts/form-dialog'
import { useMerchant } from '../../_parts/merchant'
import { useAttempt } from '../../_parts/use-attempt'

/** Mails the customer a login link for the account page and shows the link for copying. */
export function SendLink({ id, email, close }: { id: string; email: string; close: () => void }) {
  const trpc = useTRPC()
  const { when } = useMerchant()
  // One attempt per opening, so that retrying after a network failure sends no second mail.
  const { attempt } = useAttempt()
  const send = useMutation(trpc.account.sendLink.mutationOptions())
  const sent = send.data
  return (
    <FormDialog
      title="Send login link"
      close={close}
      act={sent ? undefined : 'Send link'}
      mutation={send}
      submit={() => send.mutate({ id, attempt: attempt(), expected: email })}
    >
      {sent ? (
        <>
          <p role="status">
            The link has been sent to {sent.contact}. It works once and expires {when(sent.expires)}.
          </p>
          <p>Anyone who opens the link can act for the customer. Share it with the customer only.</p>
          <Copied text={sent.url} name="the login link" />
        </>
      ) : (
        <p>
          We will e-mail {email} a link to the account page. It works once and expires after 3 days. You can
          also copy the link here.
        </p>
      )}
    </FormDialog>
  )
}
