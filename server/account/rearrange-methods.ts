import { and, eq } from 'drizzle-orm'
import { method } from '@/db/schema'
import { hastenRetries, owesAnything, payUnpaid } from '../billing/retry'
import { countDeclinedPayer, countingDeclines } from '../card/card-attempt-limits'
import { noteRemovedCards } from '../card/remove-cards'
import type { Context, InTransaction } from '../core/context'
import type { MethodSelection } from '../model/account'
import { fail } from '../model/errors'
import { refreshStatus } from '../payment/refresh-status'
import { accountTransaction, type MethodRow, methodsOf, requireAccount } from '../store/accounts'
import { confirmAccount } from '../store/confirm-account'

/**
 * Keeps the named methods of an account in that order, the first as the default, and removes the others. With a new
 * default, unpaid orders are retried immediately. Throws `method.unknown` or `method.repeated`, and
 * `card.too-many-declined` if account keys may not have another card charged now.
 */
export async function selectMethods(
  context: Context,
  { id, selection }: { id: string; selection: MethodSelection },
): Promise<MethodRow[]> {
  const select = () => rearrangeMethods(context, id, (existing) => selected(existing, selection))
  const [before] = await methodsOf(context, (await requireAccount(context, id)).id)
  const [first] = selection
  const isNewDefault = first !== undefined && first.token !== before?.token
  if (!isNewDefault || !(await owesAnything(context, id))) return select()
  return countingDeclines(context, select, { reserve: false })
}

const selected = (existing: readonly MethodRow[], selection: MethodSelection): MethodRow[] =>
  selection.map(({ token }, position) => {
    const row = existing.find((candidate) => candidate.token === token)
    const field = `[${position}].token`
    if (!row) throw fail('method.unknown', { field })
    if (selection.findIndex((other) => other.token === token) !== position) {
      throw fail('method.repeated', { field })
    }
    return row
  })

/**
 * Keeps the methods that `choose` returns, in their order. `choose` is called under a lock. A decline of a new default
 * counts like one of a card that is added: anyone who has two cards could have them charged in turn, and each decline
 * is mailed to the customer.
 */
export async function rearrangeMethods(
  context: Context,
  id: string,
  choose: (
    existing: readonly MethodRow[],
    inside: InTransaction,
  ) => readonly MethodRow[] | Promise<readonly MethodRow[]>,
): Promise<MethodRow[]> {
  const { merchant } = context
  const result = await accountTransaction(context, id, async (inside, locked) => {
    await confirmAccount(inside, locked)
    const existing = await methodsOf(inside, id)
    const kept = (await choose(existing, inside)).map((row, position) => ({ ...row, position }))
    for (const row of existing) {
      const place = kept.find(({ id: keptId }) => keptId === row.id)
      const named = and(eq(method.merchantId, merchant.id), eq(method.accountId, id), eq(method.id, row.id))
      if (!place) await inside.db.delete(method).where(named)
      else if (place.position !== row.position)
        await inside.db.update(method).set({ position: place.position }).where(named)
    }
    await noteRemovedCards(inside, { accountId: id, before: existing, now: kept })
    const isNewDefault = kept[0] !== undefined && kept[0].id !== existing[0]?.id
    if (isNewDefault) await hastenRetries(inside, id)
    await refreshStatus(inside, [id])
    return { kept, isNewDefault }
  })
  if (result.isNewDefault && (await payUnpaid(context, id))) await countDeclinedPayer(context)
  return result.kept
}
