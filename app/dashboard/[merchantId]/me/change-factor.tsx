'use client'

import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../_parts/calls'
import { fieldErrorOf } from '../../_parts/flaws'
import { FormDialog } from '../../_parts/form-dialog'
import { PasswordField } from '../../_parts/password-field'
import { RecoveryCodes } from './recovery-codes'

const texts = {
  renew: {
    title: 'New recovery codes',
    about: 'You get ten new codes. Your old codes stop working.',
    act: 'Create new codes',
  },
  end: {
    title: 'Turn off two-step sign-in',
    about: 'You will sign in with your password only. You can set it up again at any time.',
    act: 'Turn off',
  },
}

/** Asks for the password and a code, so that an unattended browser is not enough to change two-step sign-in. */
export function ChangeFactor({ change, close }: { change: keyof typeof texts; close: () => void }) {
  const trpc = useTRPC()
  const renew = useMutation(trpc.user.renewRecoveryCodes.mutationOptions())
  const end = useMutation(trpc.user.endFactor.mutationOptions({ onSuccess: close }))
  const mutation = { renew, end }[change]
  const wrong = fieldErrorOf(mutation.error)
  const { title, about, act } = texts[change]
  return (
    <FormDialog
      method="post"
      title={title}
      close={close}
      act={act}
      mutation={mutation}
      fields={['password', 'code']}
      submit={(text, data) => mutation.mutate({ password: String(data.get('password')), code: text('code') })}
      result={
        renew.data && (
          <RecoveryCodes codes={renew.data} close={close}>
            You have ten new recovery codes.
          </RecoveryCodes>
        )
      }
    >
      <p>{about}</p>
      <PasswordField label="Password" name="password" error={wrong('password')} data-autofocus />
      <TextInput
        label="Code from the app or a recovery code"
        name="code"
        autoComplete="one-time-code"
        maxLength={50}
        error={wrong('code')}
      />
    </FormDialog>
  )
}
