import type { MovedBefore } from '../document/vat-rate'
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
  /** For an order without lines: what was moved before. */
  before: MovedBefore
}

/**
 * Returns the lines and the VAT of a charge or refund, as its document shows them. Earlier movements matter only for an
 * amount without units.
 */
export function movedLines(
  { amount: total, lines }: Pick<OrderRow, 'amount' | 'lines'>,
  { kind, amount, units, before: { rate, movements } }: Moved,
): { lines: MailLine[]; vat: MailVat[] } {
  const sequence = (movements.at(-1)?.sequence ?? 0) + 1
  const moving = { sequence, kind, amount, units, isReversal: false, reference: null }
  const moved = documentMovements({ amount: total, lines, rate }, [...movements, moving]).at(-1)?.lines ?? []
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
