'use client'

import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTRPC } from '../../../_parts/calls'
import { DetailHead } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { flawsIn, useErrorUntilEdit } from '../../../_parts/flaws'
import { Form, Outcome } from '../../../_parts/form'
import { useMerchant } from '../../../_parts/merchant'
import { OnlyFor } from '../../../_parts/only-for'
import { useAttempt } from '../../../_parts/use-attempt'
import { CustomerFields, customerOf, customerProperties } from '../../_parts/customer-fields'
import form from '../../_parts/form.module.css'

/** Creates an account. The customer adds a card after opening a login link. */
export const NewAccount = () => (
  <OnlyFor needs="support" to="create accounts">
    <AccountForm />
  </OnlyFor>
)

function AccountForm() {
  const trpc = useTRPC()
  const router = useRouter()
  const { base } = useMerchant()
  const { attempt, again } = useAttempt()
  const create = useMutation(
    trpc.account.create.mutationOptions({
      onSuccess: ({ id }) => router.push(`${base}/accounts/${id}`),
      onError: again,
    }),
  )
  const { fresh, change } = useErrorUntilEdit(create.error)
  const { at, rest } = flawsIn(fresh, 'customer.', [...customerProperties, /^number$/])
  return (
    <>
      <DetailHead up={{ path: '/accounts', name: 'Accounts' }} title="Create account" />
      <Form
        onChange={change}
        className={`${form.form} ${form.alone}`}
        submit={(text, data) => {
          const number = text('number')
          const customer = customerOf(data)
          create.mutate({
            attempt: attempt(),
            ...(number && { number }),
            ...(Object.keys(customer).length > 0 && { customer }),
          })
        }}
      >
        <p className={styles.soft}>
          All fields are optional. With an e-mail address, you can send the customer a login link to add a
          card.
        </p>
        <div className={form.fields}>
          <TextInput
            label="Account number in your system"
            name="number"
            maxLength={500}
            error={at('number')}
          />
          <CustomerFields customer={{}} at={at} />
        </div>
        <Outcome problem={rest} />
        <div className={form.buttons}>
          <Button type="submit" loading={create.isPending || create.isSuccess}>
            Create account
          </Button>
          <Button component={Link} href={`${base}/accounts`} variant="default">
            Cancel
          </Button>
        </div>
      </Form>
    </>
  )
}
