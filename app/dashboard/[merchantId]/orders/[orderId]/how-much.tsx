'use client'

import { SegmentedControl } from '@mantine/core'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { NumberField } from '../../../_parts/number-field'
import { lineName } from '../../_parts/order-lines'
import { isFraction } from './chosen-items'
import type { OrderAction, OrderDetail } from './order-action'
import { UnitsField } from './units-field'
import type { ChosenPart } from './use-order-change'

interface PartFields {
  order: OrderDetail
  action: OrderAction
  part: ChosenPart
  change: (part: ChosenPart) => void
}

/** Asks how much of an order to charge, cancel or refund: all of it, an amount, or units of its lines. */
export function HowMuch({ order, action, part, change }: PartFields) {
  const { money } = useMerchant()
  const most = money({ amount: action.amount, currency: order.currency })
  const canBePart = action.byAmount || action.units?.some((count) => count > 0)
  return (
    <>
      {action.inParts && (
        <p className={styles.consequence}>
          The customer’s bank has taken back part of what was charged. At most {most} can be refunded.
        </p>
      )}
      {!action.inParts && canBePart && (
        <SegmentedControl
          aria-label="How much"
          fullWidth
          value={part.isPart ? 'part' : 'all'}
          onChange={(value) => change({ ...part, isPart: value === 'part' })}
          data={[
            { value: 'all', label: `All: ${most}` },
            { value: 'part', label: action.byAmount ? 'Part of it' : 'Selected items' },
          ]}
        />
      )}
      {part.isPart && action.byAmount && (
        <NumberField
          label={`Amount in ${order.currency}`}
          of={{ kind: 'amount', currency: order.currency, max: action.amount }}
          value={part.amount}
          change={(amount) => change({ ...part, amount })}
          description={`Up to ${most}`}
          data-autofocus
        />
      )}
      {part.isPart && <Units order={order} action={action} part={part} change={change} />}
    </>
  )
}

function Units({ order: { lines, currency }, action, part, change }: PartFields) {
  const format = useMerchant()
  return lines?.map((line, place) => {
    const max = action.units?.[place] ?? 0
    if (max === 0) return null
    return (
      <UnitsField
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved
        key={place}
        label={lineName(line, place)}
        type={action.type}
        whole={isFraction(line.quantity) ? wholeLine(line, currency, format) : undefined}
        each={eachOf(line, currency, format)}
        max={max}
        value={part.counts[place] ?? ''}
        change={(typed) =>
          change({
            ...part,
            counts: lines.map((_, at) => (at === place ? typed : (part.counts[at] ?? ''))),
          })
        }
      />
    )
  })
}

/** What a unit of a line costs, VAT included. If a line cannot be divided evenly, its units differ by one minor unit. */
function eachOf(
  { total, units }: NonNullable<OrderDetail['lines']>[number],
  currency: string,
  { money }: ReturnType<typeof useMerchant>,
): string {
  const [sum, count] = [BigInt(total), BigInt(units.length)]
  const price = money({ amount: sum / count, currency })
  if (count === 1n) return price
  return `${sum % count === 0n ? '' : 'about '}${price} each`
}

/** "0.8 kg, 89.60 kr". */
const wholeLine = (
  { quantity = 1, unit, total }: NonNullable<OrderDetail['lines']>[number],
  currency: string,
  format: ReturnType<typeof useMerchant>,
) =>
  `${[format.quantity(quantity), unit].filter(Boolean).join(' ')}, ${format.money({ amount: BigInt(total), currency })}`
