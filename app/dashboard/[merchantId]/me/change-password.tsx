'use client'

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../_parts/calls'
import detail from '../../_parts/detail.module.css'
import { fieldErrorOf } from '../../_parts/flaws'
import { Form, Outcome } from '../../_parts/form'
import { PasswordField } from '../../_parts/password-field'
import styles from '../../_parts/settings.module.css'

/** Changes the password, which ends every session including this one. */
export function ChangePassword({ email }: { email: string }) {
  const change = useMutation(
    useTRPC().user.changePassword.mutationOptions({
      meta: { leavesPage: true },
      onSuccess: () => window.location.assign('/signin?news=password'),
    }),
  )
  const wrong = fieldErrorOf(change.error)
  return (
    <>
      <p className={detail.about}>
        Changing your password signs you out on all devices, including this one. We will confirm the change by
        e-mail.
      </p>
      <Form
        method="post"
        className={styles.form}
        submit={(_, data) =>
          change.mutate({ current: String(data.get('current')), password: String(data.get('password')) })
        }
      >
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Current password" name="current" error={wrong('current')} />
        <PasswordField
          label="New password"
          description="At least 10 characters."
          name="password"
          autoComplete="new-password"
          error={wrong('password')}
        />
        <Outcome error={change.error} fields={['current', 'password']} />
        <Button type="submit" loading={change.isPending || change.isSuccess} w="fit-content">
          Change password
        </Button>
      </Form>
    </>
  )
}
