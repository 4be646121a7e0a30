import type { Metadata } from 'next'
import { Field } from '../../_parts/signin/field'
import { Sheet } from '../../_parts/signin/sheet'
import styles from '../../_parts/signin/signin.module.css'

export const metadata: Metadata = { title: 'Forgot your password?' }

export default function ForgotPage() {
  return (
    <Sheet title="Forgot your password?">
      <p className={styles.about}>
        Enter your e-mail address. We will send you a link to reset your password.
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
          Send reset link
        </button>
      </form>
      <a href="/signin" className={styles.way}>
        Back to sign in
      </a>
    </Sheet>
  )
}
