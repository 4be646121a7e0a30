'use client'

import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { fieldErrorOf } from './flaws'
import { Form, Outcome } from './form'
import { useMerchant } from './merchant'

/** Returns the common attributes of a field by its name. */
export type FieldOf = (name: string) => { name: string; error: string | undefined; disabled: boolean }

/** A form of settings that only admins and owners can save. */
export function SavedForm({
  what,
  save,
  variant,
  children,
  ...form
}: Omit<ComponentProps<typeof Form>, 'children' | 'onChange'> &
  Pick<ButtonProps, 'variant'> & {
    /** What is saved, for the button: "branding". */
    what: string
    save: { isPending: boolean; isIdle: boolean; error: unknown; reset: () => void }
    children: (fieldOf: FieldOf) => ReactNode
  }) {
  const { may } = useMerchant()
  const wrong = fieldErrorOf(save.error)
  const disabled = !may('admin')
  const fields: string[] = []
  const content = children((name) => {
    fields.push(name)
    return { name, error: wrong(name), disabled }
  })
  return (
    <Form {...form} onChange={() => save.isIdle || save.isPending || save.reset()}>
      {content}
      <Outcome error={save.error} fields={fields} />
      {!disabled && (
        <Button type="submit" {...(variant && { variant })} loading={save.isPending} w="fit-content">
          Save {what}
        </Button>
      )}
    </Form>
  )
}
