import { hastenRetries, payUnpaid } from '../billing/retry'
import { countDeclines } from '../card/card-attempt-limits'
import { noteRemovedCards } from '../card/remove-cards'
import type { Context, InTransaction } from '../core/context'
import type { MethodCreatable } from '../model/account'
import { refreshStatus } from '../payment/refresh-status'
import {
  accountTransaction,
  type MethodRow,
  methodsOf,
  requireAccount,
  setDefaultMethod,
} from '../store/accounts'
import { confirmAccount } from '../store/confirm-account'
import { isOfCustomer, methodRows, storeCards, writeMethods } from './store-cards'

interface MethodRequest {
  id: string
  method: MethodCreatable
  /** The order whose payment link the card was entered on. */
  order?: string
}

/**
 * Adds a card to an account and uses up its one-time token. The first card becomes the default. So does a card that is
 * added while something is unpaid, and the payment is retried with it immediately. If a public key, which anyone may
 * hold, adds another card, it becomes the default only by paying. A decline counts towards the limits of public and
 * account keys, like one of any other card: each is mailed to the customer.
 */
export async function addMethod(context: Context, request: MethodRequest): Promise<MethodRow> {
  const { id } = request
  let tried: MethodRow | undefined
  const added = await storeMethod(context, request, async (inside, row, existing) => {
    if (context.actor.kind === 'public' && existing.length > 0) tried = row
    else if (await hastenRetries(inside, id)) await setDefaultMethod(inside.db, row, existing)
  })
  if (!isOfCustomer(context, added)) await countDeclines(context, await payUnpaid(context, id, tried))
  return added
}

/** Like `addMethod`, but always makes the card the default and pays nothing with it: the caller pays one order. */
export const addDefaultMethod = (context: Context, request: MethodRequest): Promise<MethodRow> =>
  storeMethod(context, request, (inside, row, existing) => setDefaultMethod(inside.db, row, existing))

async function storeMethod(
  context: Context,
  { id, method, order }: MethodRequest,
  place: (inside: InTransaction, row: MethodRow, existing: readonly MethodRow[]) => Promise<void>,
): Promise<MethodRow> {
  await requireAccount(context, id)
  const stored = await storeCards(context, { account: id, order, methods: [method], path: () => 'card' })
  return accountTransaction(context, id, async (inside, locked) => {
    const existing = await methodsOf(inside, id)
    const [row] = await methodRows(context, { accountId: id, existing, stored })
    if (!row) throw new Error('A stored card made no method')
    // The card may be on the account already, stored by the card service under another reference.
    const others = existing.filter((other) => other.id !== row.id)
    const before = [...existing, ...stored]
    await noteRemovedCards(inside, { accountId: id, before, now: [...others, row] })
    if (isOfCustomer(context, row)) return row
    await confirmAccount(inside, locked)
    await writeMethods(inside.db, [row])
    await place(inside, row, existing)
    await refreshStatus(inside, [id])
    return row
  })
}
