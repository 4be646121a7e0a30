'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '@/server/model/roles'
import { useTRPC } from '../../../_parts/calls'
import { fieldErrorOf } from '../../../_parts/flaws'
import { FormDialog } from '../../../_parts/form-dialog'
import { useMerchant } from '../../../_parts/merchant'
import { useToast } from '../../../_parts/toast'
import { roleMeanings, rolesFor } from './roles'

/** Says how to get the link of an invitation that is not sent. */
export const linkHint = (email: string): string => `Its link: npm run outbox -- --to ${email}`

/** Invites a member by e-mail. */
export function Invite({ close }: { close: () => void }) {
  const { may, name, sendsMail } = useMerchant()
  const [role, setRole] = useState<Role>('viewer')
  const toast = useToast()
  const invite = useMutation(
    useTRPC().team.invite.mutationOptions({
      onSuccess: (_, { email }) => {
        close()
        toast({
          text: sendsMail ? `Invitation sent to ${email}` : `Invitation created. ${linkHint(email)}`,
        })
      },
    }),
  )
  return (
    <FormDialog
      title={`Invite member to ${name}`}
      close={close}
      act={sendsMail ? 'Send invitation' : 'Create invitation'}
      mutation={invite}
      fields={['email']}
      submit={(text) => invite.mutate({ email: text('email'), role })}
    >
      <TextInput
        label="E-mail address"
        name="email"
        type="email"
        maxLength={320}
        error={fieldErrorOf(invite.error)('email')}
        data-autofocus
      />
      <NativeSelect
        label="Role"
        description={roleMeanings[role]}
        inputWrapperOrder={['label', 'input', 'description']}
        data={rolesFor(may('owner'))}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as Role)}
      />
      <p>
        {sendsMail ? (
          'We will send an e-mail with a link that works once and expires after 7 days.'
        ) : (
          <>
            No e-mail is sent, because no mail service is configured. <code>npm run outbox</code> prints the
            link of the invitation, which works once and expires after 7 days.
          </>
        )}{' '}
        You can withdraw the invitation until it is accepted.
      </p>
    </FormDialog>
  )
}
