'use client'

import styles from '../../../_parts/detail.module.css'
import { FormDialog } from '../../../_parts/form-dialog'
import { useMerchant } from '../../../_parts/merchant'
import { actionPath } from '../../../_parts/requested-action'
import { useToast } from '../../../_parts/toast'
import { useToday } from '../../../_parts/use-today'
import { orderNameInSentence, shortOrderName } from '../../_parts/order-name'
import { actInWords, consequence, doneInWords, keepInWords } from './change-order-words'
import { HowMuch } from './how-much'
import { nameOf, type OrderAction, type OrderDetail } from './order-action'
import { ReasonFields } from './reason-fields'
import { useOrderChange } from './use-order-change'

/** Asks for the amount, states the consequence and runs the operation once. */
export function ChangeOrder({
  order,
  opened,
  close,
}: {
  order: OrderDetail
  /** The action when the dialog was opened. */
  opened: OrderAction
  close: () => void
}) {
  const { money: withCurrency, base } = useMerchant()
  const money = (amount: bigint) => withCurrency({ amount, currency: order.currency })
  const today = useToday()
  const toast = useToast()
  const change = useOrderChange(order, opened)
  const { action, expected, released, problem } = change
  const name = nameOf(action, order)
  const sum = expected === undefined ? undefined : money(expected)
  const submit = () =>
    change.confirm((done) => {
      close()
      // The rest may stay reserved to be charged later, so cancelling it is only offered.
      const leavesRest = done.type === 'charge' && (expected ?? 0n) < action.amount && released === 0n
      const cancelling = actionPath(`${base}/orders/${order.id}`, 'cancel')
      toast({
        text: doneInWords(done, order, shortOrderName(order, today), withCurrency),
        ...(leavesRest && { link: { to: cancelling, name: 'Cancel the rest' } }),
      })
    })
  return (
    <FormDialog
      title={`${name}: ${orderNameInSentence(order, today)}`}
      close={close}
      act={sum ? actInWords(action, order, sum) : name}
      cancel={keepInWords(action, order)}
      color={action.type === 'charge' ? undefined : 'red'}
      disabled={sum === undefined}
      mutation={change.operate}
      error={problem}
      submit={submit}
    >
      <HowMuch order={order} action={action} part={change.part} change={change.setPart} />
      {action.type !== 'charge' && (
        <ReasonFields
          {...{ order, action, why: change.why, change: change.setWhy, missing: change.missing }}
        />
      )}
      {/* Its space is reserved, so that nothing moves when the sum arrives. */}
      {!change.isEmpty && !problem && (
        <p className={styles.consequence}>{sum && consequence(action, order, sum)}</p>
      )}
      {released > 0n && (
        <p className={styles.consequence}>
          The remaining {money(released)} will be released and cannot be charged later.
        </p>
      )}
      {inFullOnly(action, order) && (
        <p className={styles.consequence}>The card service allows this only for the full amount.</p>
      )}
    </FormDialog>
  )
}

const inFullOnly = ({ type }: OrderAction, { limits }: OrderDetail) =>
  type !== 'refund' && limits?.[type] === 'in full'
