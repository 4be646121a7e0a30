'use client'

import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { schemeName } from '@/server/model/card/scheme-name'
import { plannedAmount } from '@/server/model/subscription/preview'
import { isFinal, toldOf, useTRPC } from '../../../../_parts/calls'
import styles from '../../../../_parts/detail.module.css'
import { flawsIn, useFresh } from '../../../../_parts/flaws'
import { useMerchant } from '../../../../_parts/merchant'
import { newAttempt } from '../../../../_parts/new-attempt'
import { Confirmation } from '../../../_parts/confirmation'
import { itemsOf, newLine } from '../../../_parts/draft'
import form from '../../../_parts/form.module.css'
import { ItemsFields } from '../../../_parts/items-fields'
import { type AccountShown, LoadedAccount } from '../_parts/loaded'

const fields = [/^items(\[\d+\](\.(name|price|vat|quantity))?)?$/, /^(currency|number)$/]

/** Creates an order on an account's card. */
export const NewOrder = ({ id }: { id: string }) => (
  <LoadedAccount id={id}>{(account) => <Form account={account} />}</LoadedAccount>
)

function Form({ account }: { account: AccountShown }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const router = useRouter()
  const { base, currency, money, may } = useMerchant()
  const [draft, setDraft] = useState(() => ({ byLines: true, amount: '', lines: [newLine()], currency }))
  const [number, setNumber] = useState('')
  const [charge, setCharge] = useState(true)
  const [open, setOpen] = useState(false)
  // A new attempt only for a different order or after a final response. However often it is sent, one order is created.
  const [attempt, setAttempt] = useState({ of: '', id: '' })
  const order = useMutation(
    trpc.account.order.mutationOptions({
      onSuccess: async ({ orderId, refusal }) => {
        await queries.invalidateQueries()
        if (!refusal) router.push(`${base}/orders/${orderId}`)
        setAttempt({ of: '', id: '' })
      },
      // The form behind the confirmation shows the errors.
      onError: (error) => {
        if (!isFinal(error)) return
        setAttempt({ of: '', id: '' })
        setOpen(false)
      },
    }),
  )
  const { fresh, change } = useFresh(order.error)
  const { at, rest } = flawsIn(fresh, '', fields)
  const items = itemsOf(draft)
  const amount = plannedAmount(items, draft.currency)
  const sum = amount === undefined ? undefined : money(amount, draft.currency)
  const [card] = account.cards
  const name = account.customer?.name ?? account.customer?.email ?? 'the account'
  const page = `${base}/accounts/${account.id}`
  const code = toldOf(order.error)?.content.details?.code
  return (
    <>
      <p className={styles.up}>
        <Link href={page}>{name}</Link>
      </p>
      <h1>Create order</h1>
      <form
        noValidate
        onChange={change}
        className={`${form.form} ${form.alone}`}
        onSubmit={(event) => {
          event.preventDefault()
          order.reset()
          const of = JSON.stringify([items, draft.currency, charge, number])
          if (attempt.of !== of) setAttempt({ of, id: newAttempt() })
          setOpen(true)
        }}
      >
        <section className={form.group} aria-labelledby="what">
          <h2 id="what">Items</h2>
          <ItemsFields
            draft={draft}
            change={(part) => setDraft((before) => ({ ...before, ...part }))}
            at={at}
          />
        </section>
        <section className={form.group} aria-labelledby="how">
          <h2 id="how">Payment</h2>
          <div className={form.fields}>
            <SegmentedControl
              aria-label="When it is charged"
              className={form.bottom}
              value={charge ? 'charge' : 'reserve'}
              onChange={(value) => setCharge(value === 'charge')}
              data={[
                { value: 'charge', label: 'Charge now' },
                { value: 'reserve', label: 'Reserve only' },
              ]}
            />
            <TextInput
              label="Order number (optional)"
              value={number}
              maxLength={500}
              onChange={(event) => setNumber(event.currentTarget.value)}
              error={at('number')}
            />
          </div>
          <p className={styles.soft}>
            {card
              ? `Paid with the account’s default card, ${schemeName(card.scheme)} ending in ${card.last4}.`
              : 'The account has no card. Send the customer a login link to add one on the account page.'}
          </p>
        </section>
        {rest && (
          <p role="alert" className={styles.problem}>
            {rest} {typeof code === 'string' && <code>{code}</code>}
          </p>
        )}
        {sum === undefined && isBegun(draft) && (
          <p role="status" className={styles.soft}>
            The amount cannot be calculated yet. Check that every price is a number with no more decimals than
            the currency allows, and that the currency is valid.
          </p>
        )}
        <div className={form.buttons}>
          <Button type="submit" disabled={sum === undefined || !card || !may('support')}>
            {charge ? 'Charge' : 'Reserve'} {sum ?? '…'}
          </Button>
          <Button component={Link} href={page} variant="default">
            Cancel
          </Button>
        </div>
      </form>
      {open && amount !== undefined && card && (
        <Confirmation
          title={charge ? 'Create and charge order' : 'Create order'}
          close={() => setOpen(false)}
          act={order.data?.refusal ? undefined : `${charge ? 'Charge' : 'Reserve'} ${sum}`}
          keep="Cancel"
          confirm={() =>
            order.mutate({
              ...{
                id: account.id,
                attempt: attempt.id,
                items,
                currency: draft.currency,
                charge,
                expected: amount,
              },
              ...(number.trim() && { number: number.trim() }),
            })
          }
          pending={order.isPending || (order.isSuccess && !order.data.refusal)}
          error={isFinal(order.error) ? undefined : order.error}
        >
          {order.data?.refusal ? (
            <>
              <p role="alert" className={styles.problem}>
                {order.data.refusal}
              </p>
              <p>
                {sum} is reserved{order.data.isOpen ? '' : ' but has not been charged'}.{' '}
                <Link href={`${base}/orders/${order.data.orderId}`}>View order</Link>
                {order.data.isOpen ? '.' : ' to try again or cancel it.'}
              </p>
            </>
          ) : (
            <p>
              {charge
                ? `${sentence(name)} will be charged ${sum} now on ${schemeName(card.scheme)} ending in ${card.last4}. You can refund it later.`
                : `${sum} will be reserved on ${schemeName(card.scheme)} ending in ${card.last4}. Nothing is paid until you charge the order. You can cancel it until then.`}
            </p>
          )}
        </Confirmation>
      )}
    </>
  )
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Reports whether any amount was typed. */
const isBegun = ({ byLines, amount, lines }: Parameters<typeof itemsOf>[0]) =>
  byLines ? lines.some(({ price }) => price.trim() !== '') : amount.trim() !== ''
