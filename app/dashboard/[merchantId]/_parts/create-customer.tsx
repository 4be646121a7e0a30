'use client'

import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../_parts/calls'
import { flawsIn, useErrorUntilEdit } from '../../_parts/flaws'
import { FormDialog } from '../../_parts/form-dialog'
import { useAttempt } from '../../_parts/use-attempt'
import { CustomerFields, customerOf, customerProperties } from './customer-fields'

/** Creates an account for a customer. */
export function CreateCustomer({ close, created }: { close: () => void; created: (id: string) => void }) {
  const { attempt, again } = useAttempt()
  const create = useMutation(
    useTRPC().account.create.mutationOptions({ onSuccess: ({ id }) => created(id), onError: again }),
  )
  const { fresh, change } = useErrorUntilEdit(create.error)
  const { at, rest } = flawsIn(fresh, 'customer.', customerProperties)
  return (
    <FormDialog
      title="Create customer"
      close={close}
      act="Create customer"
      mutation={{ isPending: create.isPending || create.isSuccess, error: null }}
      problem={rest}
      onChange={change}
      submit={(_, data) => {
        const customer = customerOf(data)
        create.mutate({
          attempt: attempt(),
          ...(Object.keys(customer).length > 0 && { customer }),
        })
      }}
    >
      <CustomerFields customer={{}} at={at} />
    </FormDialog>
  )
}
