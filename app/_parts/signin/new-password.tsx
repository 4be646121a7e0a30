import { Field } from './field'

/** Asks for a password to come, and tells password managers whose it is. */
export const NewPassword = ({ email, problem = false }: { email: string; problem?: boolean }) => (
  <>
    <Field label="E-mail address" name="email" type="email" autoComplete="username" value={email} readOnly />
    <Field
      label="New password"
      hint="10 characters or more. A few words that only you put together are easy to remember."
      problem={problem ? 'A password has 10 characters or more. Choose a longer one.' : undefined}
      name="password"
      type="password"
      autoComplete="new-password"
      minLength={10}
      required
    />
  </>
)
