'use client'

import { Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../_parts/calls'
import { wrongWith } from '../../_parts/flaws'
import { Outcome } from '../../_parts/outcome'
import styles from '../../_parts/settings.module.css'

/** Changes the password, which ends every session including this one. */
export function ChangePassword({ email }: { email: string }) {
  const trpc = useTRPC()
  const change = useMutation(
    trpc.user.changePassword.mutationOptions({
      onSuccess: () => window.location.assign('/signin?news=password'),
    }),
  )
  const wrong = wrongWith(change.error)
  return (
    <>
      <p className={styles.about}>
        Changing your password signs you out on all devices, including this one. We will confirm the change by
        e-mail.
      </p>
      <form
        method="post"
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget)
          change.mutate({ present: String(given.get('present')), password: String(given.get('password')) })
        }}
      >
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label="Current password"
          name="present"
          autoComplete="current-password"
          maxLength={500}
          error={wrong('present')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the current password' }}
        />
        <PasswordInput
          label="New password"
          description="At least 10 characters."
          name="password"
          autoComplete="new-password"
          maxLength={500}
          error={wrong('password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the new password' }}
        />
        <Outcome error={change.error} fields={['present', 'password']} />
        <Button type="submit" loading={change.isPending || change.isSuccess} w="fit-content">
          Change password
        </Button>
      </form>
    </>
  )
}
