'use client'

import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../_parts/calls'
import { Copied } from '../../_parts/copied'
import { fieldErrorOf } from '../../_parts/flaws'
import { FormDialog } from '../../_parts/form-dialog'
import { PasswordField } from '../../_parts/password-field'
import { RecoveryCodes } from './recovery-codes'
import styles from './you.module.css'

/** Sets up two-step sign-in: password, authenticator app, first code, recovery codes. */
export function SetUp({ close }: { close: () => void }) {
  const trpc = useTRPC()
  const begin = useMutation(trpc.user.beginFactor.mutationOptions())
  const confirm = useMutation(trpc.user.confirmFactor.mutationOptions())
  const dialog = { title: 'Two-step sign-in', close }
  if (begin.data) {
    return (
      <FormDialog
        {...dialog}
        act="Turn on two-step sign-in"
        mutation={confirm}
        fields={['code']}
        submit={(_, data) => confirm.mutate({ code: String(data.get('code')) })}
        result={
          confirm.data && (
            <RecoveryCodes codes={confirm.data} close={close}>
              Two-step sign-in is on. You are signed out on all other devices.
            </RecoveryCodes>
          )
        }
      >
        <p>Scan this QR code with an authenticator app, or enter the secret in the app.</p>
        <div
          role="img"
          aria-label="QR code for an authenticator app"
          className={styles.picture}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own server draws this image
          dangerouslySetInnerHTML={{ __html: begin.data.picture }}
        />
        <Copied text={begin.data.secret} name="the secret" />
        <TextInput
          key="code"
          label="Code from the app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          error={fieldErrorOf(confirm.error)('code')}
        />
      </FormDialog>
    )
  }
  return (
    <FormDialog
      {...dialog}
      method="post"
      act="Continue"
      mutation={begin}
      fields={['password']}
      submit={(_, data) => begin.mutate({ password: String(data.get('password')) })}
    >
      <p>Confirm your password first, so that no one else can set this up in your browser.</p>
      <PasswordField
        label="Password"
        name="password"
        error={fieldErrorOf(begin.error)('password')}
        data-autofocus
      />
    </FormDialog>
  )
}
