'use client'

import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { inWords, useTRPC } from '../../../_parts/calls'
import { Copied } from '../../../_parts/copied'
import styles from '../../../_parts/detail.module.css'
import { Dialog } from '../../../_parts/dialog'
import { useMerchant } from '../../../_parts/merchant'
import { newAttempt } from '../../../_parts/new-attempt'

/** Mails the customer a login link for the account page and shows the link for copying. */
export function SendLink({ id, email }: { id: string; email: string }) {
  const trpc = useTRPC()
  const { when } = useMerchant()
  // One attempt per opening, so that retrying after a network failure sends no second mail.
  const [attempt, setAttempt] = useState<string>()
  const send = useMutation(trpc.account.sendLink.mutationOptions())
  const close = () => {
    setAttempt(undefined)
    send.reset()
  }
  return (
    <>
      <Button variant="default" onClick={() => setAttempt(newAttempt())}>
        Send login link
      </Button>
      <Dialog opened={attempt !== undefined} close={close} title="Send login link">
        <div className={styles.confirm}>
          {send.data ? (
            <>
              <p role="status">
                The link has been sent to {send.data.contact}. It works once and expires{' '}
                {when(send.data.expires)}.
              </p>
              <p>Anyone who opens the link can act for the customer. Share it with the customer only.</p>
              <Copied text={send.data.url} name="the login link" />
            </>
          ) : (
            <p>
              We will e-mail {email} a link to the account page. It works once and expires after 3 days. You
              can also copy the link here.
            </p>
          )}
          {send.error && (
            <p role="alert" className={styles.problem}>
              {inWords(send.error)}
            </p>
          )}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              Close
            </Button>
            {!send.data && (
              <Button loading={send.isPending} onClick={() => attempt && send.mutate({ id, attempt })}>
                Send to {email}
              </Button>
            )}
          </Group>
        </div>
      </Dialog>
    </>
  )
}
