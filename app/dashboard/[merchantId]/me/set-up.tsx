'use client'

import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../../_parts/calls'
import { Copied } from '../../_parts/copied'
import { Dialog } from '../../_parts/dialog'
import { wrongWith } from '../../_parts/flaws'
import { Outcome } from '../../_parts/outcome'
import styles from '../../_parts/settings.module.css'
import { RecoveryCodes } from './recovery-codes'
import own from './you.module.css'

/** Sets up two-step sign-in: password, authenticator app, first code, recovery codes. */
export function SetUp({ close }: { close: () => void }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const begin = useMutation(trpc.user.beginFactor.mutationOptions())
  const confirm = useMutation(trpc.user.confirmFactor.mutationOptions())
  const end = async () => {
    close()
    await queries.invalidateQueries(trpc.user.factor.queryFilter())
  }
  return (
    <Dialog
      close={confirm.data ? end : close}
      // The recovery codes are shown only once, so a stray click or Escape must not close them.
      closeOnClickOutside={!confirm.data}
      closeOnEscape={!confirm.data}
      title="Two-step sign-in"
    >
      {confirm.data ? (
        <RecoveryCodes codes={confirm.data} close={end}>
          Two-step sign-in is on.
        </RecoveryCodes>
      ) : begin.data ? (
        <form
          noValidate
          className={styles.dialog}
          onSubmit={(event) => {
            event.preventDefault()
            confirm.mutate({ code: String(new FormData(event.currentTarget).get('code')) })
          }}
        >
          <p>Scan this QR code with an authenticator app, or enter the secret in the app.</p>
          <div
            role="img"
            aria-label="QR code for an authenticator app"
            className={own.picture}
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
            error={wrongWith(confirm.error)('code')}
          />
          <Outcome error={confirm.error} fields={['code']} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={confirm.isPending}>
              Turn on two-step sign-in
            </Button>
          </Group>
        </form>
      ) : (
        <form
          method="post"
          noValidate
          className={styles.dialog}
          onSubmit={(event) => {
            event.preventDefault()
            begin.mutate({ password: String(new FormData(event.currentTarget).get('password')) })
          }}
        >
          <p>Confirm your password first, so that no one else can set this up in your browser.</p>
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            maxLength={500}
            error={wrongWith(begin.error)('password')}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            data-autofocus
          />
          <Outcome error={begin.error} fields={['password']} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={begin.isPending}>
              Continue
            </Button>
          </Group>
        </form>
      )}
    </Dialog>
  )
}
