import { and, eq } from 'drizzle-orm'
import { account } from '@/db/schema'
import { newMetadata } from '../annotation/metadata'
import { countNewAccount } from '../card/card-attempt-limits'
import { noteRemovedCards } from '../card/remove-cards'
import { type Context, inTransaction } from '../core/context'
import { lastingHash } from '../core/crypto'
import { idFrom, newId } from '../core/id'
import type { AccountCreatable } from '../model/account'
import { fail } from '../model/errors'
import { type AccountRecord, methodsOf } from '../store/accounts'
import { methodRows, storeCards, writeMethods } from './store-cards'

/**
 * Creates an account with the cards of `input.method`, and nothing if a card is refused. Accounts created with a public
 * key are unconfirmed, and their number is limited. The returned status is `created`; from then on an account with a card
 * is `active`.
 */
export async function createAccount(context: Context, input: AccountCreatable): Promise<AccountRecord> {
  const known = context.origin ? await findByOrigin(context, context.origin) : undefined
  if (known) return known
  const metadata = newMetadata(context, input.metadata)
  if (context.actor.kind === 'public') await countNewAccount(context)
  const id = idFor(context, input)
  const stored = await storeCards(context, {
    account: id,
    isNew: true,
    methods: input.method,
    path: (index) => `method[${index}].card`,
  })
  const methods = await methodRows(context, { accountId: id, existing: [], stored })
  const created = await inTransaction(context, async (inside) => {
    const [row] = await inside.db
      .insert(account)
      .values({
        merchantId: context.merchant.id,
        id,
        number: input.number ?? null,
        customer: input.customer ?? null,
        language: input.language ?? null,
        metadata,
        status: methods.length > 0 ? 'active' : 'created',
        confirmed: context.actor.kind !== 'public',
        origin: context.origin ?? null,
        created: context.clock.now(),
      })
      .onConflictDoNothing()
      .returning()
    if (!row) return undefined
    await writeMethods(inside.db, methods)
    await noteRemovedCards(inside, { accountId: id, before: stored, now: methods })
    return { ...row, status: 'created' as const, methods, subscriptions: [] }
  })
  // Created by the same request, which was sent twice at the same moment.
  const found = created ?? (context.origin ? await findByOrigin(context, context.origin) : undefined)
  // Another request has created an account with the same first token at the same moment.
  if (!found) throw fail('card.invalid-token', { field: 'method[0].card' })
  return found
}

/**
 * The id of a new account. It is the same whenever the same one-time token comes first: the card service stores the card
 * for this account, and a request that is repeated after 3-D Secure or a fault has to continue with it. Only one account
 * can be created with a token.
 */
function idFor({ merchant }: Context, { method: [first] }: AccountCreatable): string {
  if (!first) return newId()
  return idFrom(lastingHash('account', `${merchant.id} ${first.card}`))
}

async function findByOrigin(context: Context, origin: string): Promise<AccountRecord | undefined> {
  const { db, merchant } = context
  const [row] = await db
    .select()
    .from(account)
    .where(and(eq(account.merchantId, merchant.id), eq(account.origin, origin)))
  return row && { ...row, status: 'created', methods: await methodsOf(context, row.id), subscriptions: [] }
}
