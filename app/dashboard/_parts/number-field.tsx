'use client'

import { TextInput, type TextInputProps } from '@mantine/core'
import { useMerchant } from './merchant'
import { type NumberKind, numberProblem, readAs } from './number-problem'

/**
 * A field for a number that people type, read in the merchant's locale. It shows what is wrong, and how it read an
 * ambiguous number. `missing` is the error of an empty field; `error` is the server's.
 */
export function NumberField({
  of,
  value,
  change,
  missing,
  error,
  description,
  ...input
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  of: NumberKind
  value: string
  change: (typed: string) => void
  missing?: string | undefined
}) {
  const format = useMerchant()
  const problem = numberProblem(value, of, format, missing)
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...input}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      description={problem ? undefined : (readAs(value, format) ?? description)}
      error={problem ?? error}
    />
  )
}
