import type { Money } from '@/server/model/money/money'
import type { Line } from '@/server/model/order/lines'
import type { Words } from '../../_parts/customer/words'
import own from './pay.module.css'

/** What is paid for, and the total, unless a single line already shows it. */
export function Lines({ lines, total, words }: { lines: readonly Line[]; total: Money; words: Words }) {
  if (lines.length < 2) return null
  const { currency } = total
  return (
    <table className={own.lines}>
      <tbody>
        {lines.map(({ name, quantity = 1, unit, total: sum }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and keep their order
          <tr key={place}>
            <th scope="row">
              {unit !== undefined || quantity !== 1
                ? `${words.number(quantity)} ${unit ?? '×'} ${name ?? words.say('receipt.item')}`
                : (name ?? words.say('receipt.item'))}
            </th>
            <td>{words.money({ amount: BigInt(sum), currency })}</td>
          </tr>
        ))}
        <tr className={own.total}>
          <th scope="row">{words.say('receipt.total')}</th>
          <td>{words.money(total)}</td>
        </tr>
      </tbody>
    </table>
  )
}
