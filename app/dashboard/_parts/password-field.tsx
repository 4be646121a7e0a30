import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password with a button that shows it. */
export const PasswordField = ({ label, ...input }: PasswordInputProps & { label: string }) => (
  <PasswordInput
    label={label}
    autoComplete="current-password"
    maxLength={500}
    visibilityToggleButtonProps={{ 'aria-label': `Show the ${label.toLowerCase()}` }}
    {...input}
  />
)
