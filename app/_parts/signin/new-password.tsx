import { Field } from './field'

/** Asks for a new password. The e-mail field is for password managers. */
export const NewPassword = ({ email, problem = false }: { email: string; problem?: boolean }) => (
  <>
    <Field label="E-mail address" name="email" type="email" autoComplete="username" value={email} readOnly />
    <Field
      label="New password"
      hint="At least 10 characters. A few unrelated words are easy to remember."
      problem={problem ? 'Use at least 10 characters.' : undefined}
      name="password"
      type="password"
      autoComplete="new-password"
      minLength={10}
      required
    />
  </>
)
