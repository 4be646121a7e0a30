import { documentMovements } from '../model/document/document-movements'
import type { Movement } from '../model/document/movement'
import { totalsOf } from '../model/document/totals'
import type { MailLine, MailVat } from '../model/mail'
import type { TakenUnits } from '../model/order/lines'
import type { OrderRow } from '../store/orders'

interface Moved {
  kind: Movement['kind']
  amount: bigint
  /** The units of lines that it consists of, if they are known. */
  units: TakenUnits[] | null
  /** The VAT rate of an order without lines. */
  rate: number | null
}

/**
 * Returns the lines and the VAT of a charge or refund, as its document shows them. `order` is the order after it.
 * Earlier movements matter only for an amount without units: its VAT is the change of the total VAT.
 */
export function movedLines(
  order: Pick<OrderRow, 'amount' | 'lines' | 'charged' | 'refunded'>,
  { kind, amount, units, rate }: Moved,
): { lines: MailLine[]; vat: MailVat[] } {
  const movement = (of: Pick<Movement, 'kind' | 'amount' | 'units'>, sequence: number): Movement => ({
    ...of,
    sequence,
    isReversal: false,
    reference: null,
  })
  const isCharge = kind === 'charge'
  const charged = order.charged + order.refunded - (isCharge ? amount : 0n)
  const refunded = order.refunded - (isCharge ? 0n : amount)
  const moving = movement({ kind, amount, units }, 3)
  const earlier = [
    movement({ kind: 'charge', amount: charged, units: null }, 1),
    movement({ kind: 'refund', amount: refunded, units: null }, 2),
  ].filter((each) => each.amount > 0n)
  const { amount: total, lines } = order
  const moved = documentMovements({ amount: total, lines, rate }, [...earlier, moving]).at(-1)?.lines ?? []
  return {
    lines: moved.flatMap(({ name, quantity, unit, price, rate: vat, gross }) =>
      // An amount that belongs to no line has no price.
      price === undefined
        ? []
        : {
            ...(name !== undefined && { name }),
            quantity: Number(quantity),
            ...(unit !== undefined && { unit }),
            vat: vat ?? 0,
            total: gross,
          },
    ),
    vat: totalsOf(moved)
      .flatMap(({ rate: of, vat }) => (of ? [{ rate: of, amount: vat }] : []))
      .sort((one, other) => one.rate - other.rate),
  }
}
