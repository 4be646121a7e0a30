'use client'

import { Heads } from '@/app/_parts/heads'
import { vatIn } from '@/server/model/document/vat'
import { exponentOf, isCurrency } from '@/server/model/money/currencies'
import { type Line, unitStates } from '@/server/model/order/lines'
import { Amount } from '../../../_parts/amount'
import { Section } from '../../../_parts/detail'
import { useMerchant } from '../../../_parts/merchant'
import { lineName } from '../../_parts/order-lines'
import styles from './order.module.css'

/** The items of an order with their prices, excluding and including VAT. */
export function OrderItems({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  const { number, percent, quantity } = useMerchant()
  // Without the currency, which the totals next to it have.
  const unitPrice = (value: number) =>
    number(value, {
      minimumFractionDigits: isCurrency(currency) ? exponentOf(currency) : 2,
      maximumFractionDigits: 6,
    })
  const rows = lines.map((line) => {
    const gross = BigInt(line.total)
    return { line, gross, vat: vatIn(gross, line.vat ?? 0) }
  })
  const gross = rows.reduce((sum, row) => sum + row.gross, 0n)
  const vat = rows.reduce((sum, row) => sum + row.vat, 0n)
  const [excl, incl] = vat > 0n ? [' excl. VAT', ' incl. VAT'] : ['', '']
  return (
    <Section title="Items">
      <table className={styles.items}>
        <Heads names={['Item', 'Quantity', `Price${excl}`, 'VAT', `Total${incl}`]} />
        <tbody>
          {rows.map(({ line, gross: total }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved
            <tr key={place}>
              <th scope="row">
                <bdi>{lineName(line, place)}</bdi>
                <States line={line} />
              </th>
              <td>
                {quantity(line.quantity ?? 1)} <bdi className={styles.unit}>{line.unit}</bdi>
              </td>
              <td>{unitPrice(line.price)}</td>
              <td>{percent(line.vat ?? 0)}</td>
              <td>
                <Amount of={{ amount: total, currency }} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {vat > 0n && (
            <>
              <Sum name="Subtotal excl. VAT" amount={gross - vat} currency={currency} />
              <Sum name="VAT" amount={vat} currency={currency} />
            </>
          )}
          <Sum name={`Total${incl}`} amount={gross} currency={currency} />
        </tfoot>
      </table>
    </Section>
  )
}

const Sum = ({ name, amount, currency }: { name: string; amount: bigint; currency: string }) => (
  <tr>
    <th scope="row" colSpan={4}>
      {name}
    </th>
    <td>
      <Amount of={{ amount, currency }} />
    </td>
  </tr>
)

/** The states of the units of a line: "1 charged, 1 refunded". */
function States({ line }: { line: Line }) {
  const counts = new Map<string, number>()
  for (const state of unitStates(line)) counts.set(state, (counts.get(state) ?? 0) + 1)
  const words = [...counts].map(([state, count]) => (counts.size > 1 ? `${count} ${state}` : state))
  return <span className={styles.states}>{words.join(', ')}</span>
}
