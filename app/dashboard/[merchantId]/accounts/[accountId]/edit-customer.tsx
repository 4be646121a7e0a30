'use client'

import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { flawsIn, useFresh } from '../../../_parts/flaws'
import { FormDialog } from '../../../_parts/form-dialog'
import { CustomerFields, customerOf, customerProperties } from '../_parts/customer-fields'
import type { AccountDetail } from './_parts/loaded-account'

/** Edits the customer of an account. */
export function EditCustomer({ account, close }: { account: AccountDetail; close: () => void }) {
  const trpc = useTRPC()
  const save = useMutation(trpc.account.replaceCustomer.mutationOptions({ onSuccess: close }))
  const { fresh, change } = useFresh(save.error)
  const { at, rest } = flawsIn(fresh, 'customer.', customerProperties)
  return (
    <FormDialog
      title="Edit customer"
      close={close}
      act="Save customer"
      mutation={save}
      error={undefined}
      problem={rest}
      onChange={change}
      submit={(_, data) => save.mutate({ id: account.id, customer: customerOf(data) })}
    >
      <CustomerFields customer={account.customer ?? {}} at={at} />
    </FormDialog>
  )
}
