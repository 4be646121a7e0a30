import type { Metadata } from 'next'
import { Field } from '../../_parts/signin/field'
import { Sheet } from '../../_parts/signin/sheet'
import styles from '../../_parts/signin/signin.module.css'

export const metadata: Metadata = { title: 'Forgot your password?' }

export default function ForgotPage() {
  return (
    <Sheet title="Forgot your password?">
      <p className={styles.about}>
        Give the e-mail address that you sign in with. You get a link to choose a new password.
      </p>
      <form method="post" action="/signin/forgot/send" className={styles.form}>
        <Field
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          maxLength={320}
          required
        />
        <button type="submit" className={styles.action}>
          Send me a link
        </button>
      </form>
      <a href="/signin" className={styles.way}>
        Back to signing in
      </a>
    </Sheet>
  )
}
