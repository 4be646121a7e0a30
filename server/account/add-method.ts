import { hastenRetries, payUnpaid } from '../billing/retry'
import { countDeclinedPayer } from '../card/card-attempt-limits'
import { noteRemovedCards } from '../card/remove-cards'
import type { Context, InTransaction, Scope } from '../core/context'
import type { MethodCreatable } from '../model/account'
import { fail } from '../model/errors'
import { refreshStatus } from '../payment/refresh-status'
import {
  accountTransaction,
  type MethodRow,
  methodsOf,
  refuseErased,
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

interface Confirmed {
  /**
   * Whether the card may pay what is owed at the moment: only what the page showed. Asked before the card service stores
   * the card, and again under the lock of the account, because another payment may have failed in the meantime.
   */
  mayPay?: (scope: Scope) => Promise<boolean>
}

/**
 * Adds a card to an account and uses up its one-time token. The first card becomes the default. So does a card that is
 * added while something is unpaid, and the payment is retried with it immediately. If a public key, which anyone may
 * hold, adds another card, it becomes the default only by paying. A decline counts towards the limits of public and
 * account keys, like one of any other card: each is mailed to the customer. Throws `payer.owes-more` if the card may not
 * pay what is owed. With `mayPay`, a request that is sent again after it has added the card pays nothing and changes no
 * default.
 */
export async function addMethod(
  context: Context,
  { mayPay, ...request }: MethodRequest & Confirmed,
): Promise<MethodRow> {
  const { id } = request
  let tried: MethodRow | undefined
  let pays = true
  const place: Place = async (inside, row, existing) => {
    if (mayPay) {
      // The first request has tried what was owed, or the worker will.
      pays = !existing.some(({ serviceReference }) => serviceReference === row.serviceReference)
      if (!pays) return
      if (!(await mayPay(inside))) throw fail('payer.owes-more')
    }
    if (context.actor.kind === 'public' && existing.length > 0) tried = row
    else if (await hastenRetries(inside, id)) await setDefaultMethod(inside.db, row, existing)
  }
  const added = await storeMethod(context, {
    ...request,
    place,
    mayPay: mayPay && (() => mayPay(context)),
  })
  if (pays && !isOfCustomer(context, added) && (await payUnpaid(context, id, tried)))
    await countDeclinedPayer(context)
  return added
}

/** Like `addMethod`, but always makes the card the default and pays nothing with it: the caller pays one order. */
export const addDefaultMethod = (context: Context, request: MethodRequest): Promise<MethodRow> =>
  storeMethod(context, {
    ...request,
    place: (inside, row, existing) => setDefaultMethod(inside.db, row, existing),
  })

type Place = (inside: InTransaction, row: MethodRow, existing: readonly MethodRow[]) => Promise<void>

async function storeMethod(
  context: Context,
  {
    id,
    method,
    order,
    place,
    mayPay,
  }: MethodRequest & { place: Place; mayPay?: (() => Promise<boolean>) | undefined },
): Promise<MethodRow> {
  refuseErased(await requireAccount(context, id))
  const stored = await storeCards(context, {
    ...{ account: id, order, methods: [method] },
    path: () => 'card',
    mayPay,
  })
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
