'use client'

import { NewPassword } from './new-password'
import styles from './signin.module.css'
import { enter, useSubmit } from './use-submit'

/** A new user chooses a password, joins and is signed in. */
export function JoinAsNewUser({ invitationKey, email }: { invitationKey: string; email: string }) {
  const { problem, isBusy, disabled, onSubmit } = useSubmit<{ merchantId: string }>(
    '/signin/join/register',
    async ({ merchantId }, form) => {
      await enter(email, form)
      window.location.assign(`/dashboard/${merchantId}`)
    },
  )
  const isPassword = problem?.property === 'password'
  return (
    <form method="post" onSubmit={onSubmit} className={styles.form}>
      <input type="hidden" name="key" value={invitationKey} />
      <NewPassword email={email} problem={isPassword} />
      <p role="alert" className={styles.refusal}>
        {!isPassword && problem?.description}
      </p>
      <button type="submit" className={styles.action} disabled={disabled}>
        {isBusy ? 'Joining…' : 'Join'}
      </button>
    </form>
  )
}
