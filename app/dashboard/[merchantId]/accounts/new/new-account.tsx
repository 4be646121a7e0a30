'use client'

import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useAttempt } from '../../../_parts/attempt'
import { useTRPC } from '../../../_parts/calls'
import styles from '../../../_parts/detail.module.css'
import { flawsIn, useFresh } from '../../../_parts/flaws'
import { useMerchant } from '../../../_parts/merchant'
import form from '../../_parts/form.module.css'
import { CustomerFields, customerOf, customerProperties } from '../_parts/customer-fields'

/** Creates an account. The customer adds a card after opening a login link. */
export function NewAccount() {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const router = useRouter()
  const { base, may } = useMerchant()
  const { attempt, again } = useAttempt()
  const make = useMutation(
    trpc.account.create.mutationOptions({
      onSuccess: async ({ id }) => {
        await queries.invalidateQueries()
        router.push(`${base}/accounts/${id}`)
      },
      onError: again,
    }),
  )
  const { fresh, change } = useFresh(make.error)
  const customer = flawsIn(fresh, 'customer.', [...customerProperties, /^number$/])
  return (
    <>
      <p className={styles.up}>
        <Link href={`${base}/accounts`}>Accounts</Link>
      </p>
      <h1>Create account</h1>
      <form
        noValidate
        onChange={change}
        className={`${form.form} ${form.alone}`}
        onSubmit={(event) => {
          event.preventDefault()
          const data = new FormData(event.currentTarget)
          const number = String(data.get('number') ?? '').trim()
          const given = customerOf(data)
          make.mutate({
            attempt,
            ...(number && { number }),
            ...(Object.keys(given).length > 0 && { customer: given }),
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
            error={customer.at('number')}
          />
          <CustomerFields customer={{}} at={customer.at} />
        </div>
        {customer.rest && (
          <p role="alert" className={styles.problem}>
            {customer.rest}
          </p>
        )}
        <div className={form.buttons}>
          <Button type="submit" loading={make.isPending || make.isSuccess} disabled={!may('support')}>
            Create account
          </Button>
          <Button component={Link} href={`${base}/accounts`} variant="default">
            Cancel
          </Button>
        </div>
      </form>
    </>
  )
}
