'use client'

import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isLanguage, languageInEnglish, languages } from '@/server/model/language'
import { undecidedInWords, useTRPC } from '../../../_parts/calls'
import { flawsIn, useErrorUntilEdit } from '../../../_parts/flaws'
import { FormDialog } from '../../../_parts/form-dialog'
import { useToast } from '../../../_parts/toast'
import { CustomerFields, customerOf, customerProperties } from '../../_parts/customer-fields'
import type { AccountDetail } from '../../_parts/loaded-account'

/** Edits the customer of an account. If it changes meanwhile, the form keeps what it was opened with, and is refused. */
export function EditCustomer({ account, close }: { account: AccountDetail; close: () => void }) {
  const trpc = useTRPC()
  const [{ customer, language }] = useState(account)
  const toast = useToast()
  const save = useMutation(
    trpc.account.replaceCustomer.mutationOptions({
      onSuccess: () => {
        close()
        toast({ text: 'Customer saved' })
      },
    }),
  )
  const { fresh, change } = useErrorUntilEdit(save.error)
  const { at, rest } = flawsIn(fresh, 'customer.', customerProperties)
  return (
    <FormDialog
      title="Edit customer"
      close={close}
      act="Save customer"
      mutation={save}
      error={null}
      problem={undecidedInWords({ ...save, error: fresh }) ?? rest}
      onChange={change}
      submit={(text, data) => {
        const typed = text('language')
        const wanted = isLanguage(typed) ? typed : null
        save.mutate({
          id: account.id,
          customer: customerOf(data),
          expected: customer,
          ...(wanted !== language && { language: wanted }),
        })
      }}
    >
      <CustomerFields customer={customer ?? {}} at={at} />
      <NativeSelect
        name="language"
        label="Language"
        description="For e-mails and documents."
        defaultValue={language ?? ''}
        data={[
          { value: '', label: 'The customer’s choice, or else yours' },
          ...languages.map((value) => ({ value, label: languageInEnglish[value] })),
        ]}
      />
    </FormDialog>
  )
}
