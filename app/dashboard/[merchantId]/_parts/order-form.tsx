'use client'

import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { capitalised } from '@/server/model/capitalised'
import { schemeName } from '@/server/model/card/scheme-name'
import { plannedAmount } from '@/server/model/subscription/preview'
import { isFinal, useTRPC } from '../../_parts/calls'
import { DetailHead, Section } from '../../_parts/detail'
import styles from '../../_parts/detail.module.css'
import { flawsIn, useErrorUntilEdit } from '../../_parts/flaws'
import { Form, Outcome } from '../../_parts/form'
import { FormDialog } from '../../_parts/form-dialog'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { useAttempt } from '../../_parts/use-attempt'
import { itemsOf, newItems } from './draft'
import form from './form.module.css'
import { ItemsFields } from './items-fields'

const fields = [/^items(\[\d+\](\.(name|price|vat|quantity))?)?$/, /^(currency|number)$/]

/** Creates an order on an account's card. */
export function OrderForm({ account }: { account: Outputs['account']['get'] }) {
  const trpc = useTRPC()
  const router = useRouter()
  const merchant = useMerchant()
  const { base, money, locale } = merchant
  const [draft, setDraft] = useState(() => newItems(merchant))
  const [number, setNumber] = useState('')
  const [charge, setCharge] = useState(true)
  const [open, setOpen] = useState(false)
  // After the first press, empty fields are marked.
  const [isTried, setTried] = useState(false)
  const { attempt, end, again } = useAttempt()
  const order = useMutation(
    trpc.account.order.mutationOptions({
      onSuccess: ({ orderId, refusal }) => {
        if (!refusal) router.push(`${base}/orders/${orderId}`)
        end()
      },
      onError: (error) => {
        again(error)
        // The form behind the confirmation shows the errors.
        if (isFinal(error)) setOpen(false)
      },
    }),
  )
  const { fresh, change } = useErrorUntilEdit(order.error)
  const { at, rest } = flawsIn(fresh, '', fields)
  const items = itemsOf(draft, locale)
  const amount = plannedAmount(items, draft.currency)
  const sum = amount === undefined ? undefined : money({ amount, currency: draft.currency })
  const [card] = account.cards
  const cardName = card && `${schemeName(card.scheme)} ending in ${card.last4}`
  const who = account.customer?.name ?? account.customer?.email ?? 'the customer'
  const page = `/accounts/${account.id}`
  return (
    <>
      <DetailHead up={{ path: page, name: account.name }} title="Create order" />
      <Form
        onChange={change}
        className={`${form.form} ${form.alone}`}
        submit={() => {
          order.reset()
          setTried(true)
          setOpen(sum !== undefined)
        }}
      >
        <Section title="Items" className={form.group}>
          <ItemsFields
            draft={draft}
            change={(part) => setDraft((before) => ({ ...before, ...part }))}
            at={at}
            isTried={isTried}
          />
        </Section>
        <Section title="Payment" className={form.group}>
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
              ? `Paid with the account’s default card, ${cardName}.`
              : 'The account has no card. Send the customer a login link to add one on the account page.'}
          </p>
        </Section>
        {rest && <Outcome problem={rest} error={order.error} />}
        <div className={form.buttons}>
          <Button type="submit" disabled={!card}>
            {charge ? 'Charge' : 'Reserve'} {sum ?? 'order'}
          </Button>
          <Button component={Link} href={base + page} variant="default">
            Cancel
          </Button>
        </div>
      </Form>
      {open && amount !== undefined && card && (
        <FormDialog
          title={charge ? 'Create and charge order' : 'Create order'}
          close={() => setOpen(false)}
          act={order.data?.refusal ? undefined : `${charge ? 'Charge' : 'Reserve'} ${sum}`}
          submit={() =>
            order.mutate({
              ...{ id: account.id, items, currency: draft.currency, charge, expected: amount, card: card.id },
              // However often this order is sent, it is created once.
              attempt: attempt(JSON.stringify([items, draft.currency, charge, number])),
              ...(number.trim() && { number: number.trim() }),
            })
          }
          mutation={{
            isPending: order.isPending || (order.isSuccess && !order.data.refusal),
            error: isFinal(order.error) ? null : order.error,
            variables: order.variables,
          }}
        >
          {order.data?.refusal ? (
            <>
              <Outcome problem={order.data.refusal} />
              <p>
                {sum} is reserved{order.data.isOpen ? '' : ' but has not been charged'}.{' '}
                <Link href={`${base}/orders/${order.data.orderId}`}>View order</Link>
                {order.data.isOpen ? '.' : ' to try again or cancel it.'}
              </p>
            </>
          ) : (
            <p>
              {charge
                ? `${capitalised(who)} will be charged ${sum} now on ${cardName}. You can refund it later.`
                : `${sum} will be reserved on ${cardName}. Nothing is paid until you charge the order. You can cancel it until then.`}
            </p>
          )}
        </FormDialog>
      )}
    </>
  )
}
