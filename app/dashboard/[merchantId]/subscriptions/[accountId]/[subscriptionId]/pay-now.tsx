'use client'

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { schemeName } from '@/server/model/card/scheme-name'
import { useTRPC } from '../../../../_parts/calls'
import { FormDialog } from '../../../../_parts/form-dialog'
import { useMerchant } from '../../../../_parts/merchant'
import parts from '../../../../_parts/parts.module.css'
import { sumInWords } from '../../../../_parts/sum-in-words'
import { useAttempt } from '../../../../_parts/use-attempt'
import { useToday } from '../../../../_parts/use-today'
import { onDay } from '../../../_parts/words'
import { isCharging, type ShownSubscription } from './_parts/loaded-subscription'
import { restInWords } from './end-words'

/** Charges the unpaid orders of a subscription now: exactly the amount on the button. */
export function PayNow({ subscription }: { subscription: ShownSubscription }) {
  const { money } = useMerchant()
  // Kept from when the dialog opened: the same orders, however often the button is pressed.
  const [orders, setOrders] = useState<ShownSubscription['unpaid']>()
  const { unpaid } = subscription
  const isRunning = isCharging(subscription)
  return (
    <>
      <Button disabled={isRunning} onClick={() => setOrders(unpaid)}>
        {isRunning ? 'Charging…' : `Charge ${sumInWords(unpaid, money)} now`}
      </Button>
      {orders && <Confirm subscription={subscription} orders={orders} close={() => setOrders(undefined)} />}
    </>
  )
}

function Confirm({
  subscription: { account, id },
  orders,
  close,
}: {
  subscription: ShownSubscription
  orders: ShownSubscription['unpaid']
  close: () => void
}) {
  const { money } = useMerchant()
  const today = useToday()
  const { attempt } = useAttempt()
  const pay = useMutation(
    useTRPC().subscription.payNow.mutationOptions({ onSuccess: (paid) => !paid.refusal && close() }),
  )
  const sum = sumInWords(orders, money)
  const refusal = pay.data?.refusal
  const isCharged = ({ orderId }: { orderId: string }) =>
    pay.data?.charged.some((each) => each.orderId === orderId) ?? false
  const charged = sumInWords(orders.filter(isCharged), money)
  const dates = orders.flatMap(({ due }) => due ?? []).map((due) => onDay(due, today).replace(/^on /, ''))
  return (
    <FormDialog
      title="Charge unpaid amount"
      close={close}
      act={refusal ? undefined : `Charge ${sum} now`}
      mutation={pay}
      submit={() =>
        pay.mutate({
          account: account.id,
          id,
          attempt: attempt(),
          orders: orders.map(({ orderId, amount }) => ({ orderId, amount })),
          card: account.card?.id ?? null,
        })
      }
    >
      {refusal ? (
        <>
          <p role="alert" className={parts.problem}>
            {refusal.description} {refusal.code && <code>{refusal.code}</code>}
          </p>
          {(!refusal.isOpen || charged) && (
            <p>
              {charged ? `${charged} has been charged.` : 'Nothing has been charged.'}
              {!refusal.isOpen &&
                ` ${restInWords(
                  charged ? 'The rest' : 'The payment',
                  orders.filter((order) => !isCharged(order)),
                )}`}
            </p>
          )}
        </>
      ) : (
        <p>
          {account.name ?? 'The customer'} will be charged {sum} now
          {account.card
            ? ` on ${schemeName(account.card.scheme)} ending in ${account.card.last4}`
            : ' (this will fail because the account has no card)'}
          , for {new Intl.ListFormat('en-GB').format(dates)}. You can refund it later.
        </p>
      )}
    </FormDialog>
  )
}
