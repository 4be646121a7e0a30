import type { Queryable, Transaction } from '@/db/client'
import { method } from '@/db/schema'
import { countingDeclines } from '../card/card-attempt-limits'
import { cardFailure } from '../card/card-failure'
import { repeatable } from '../card/remove-cards'
import { signToken } from '../card/token'
import { later } from '../core/clock'
import type { Context } from '../core/context'
import { newId, newReference, referenceFor } from '../core/id'
import type { MethodCreatable } from '../model/account'
import type { CardFacts } from '../model/card/service'
import { fail } from '../model/errors'
import { findAccount, type MethodRow } from '../store/accounts'
import { recordDeclinedCard } from './record-declined-card'

/** A card that the card service stores, and that is not on an account yet. */
interface NewlyStoredCard {
  service: string
  serviceReference: string
  card: CardFacts
  client?: MethodCreatable['client']
}

interface Storing {
  /** The account that the cards are for. */
  account: string
  /**
   * Whether the account is to be created. Its id follows from the first token, so another request with that token continues
   * with the cards that were stored for it before another of its cards needed its cardholder or was declined.
   */
  isNew?: boolean
  /** The order whose payment link the card was entered on. */
  order?: string | undefined
  methods: readonly MethodCreatable[]
  path: (index: number) => string
  /** Whether a new card may pay what is owed. If it may not, only a repeated request, which has begun before, goes on. */
  mayPay?: (() => Promise<boolean>) | undefined
}

/**
 * Has the card service store the cards of one-time tokens, which uses the tokens up. `path` returns the property of
 * each token in the request. All tokens are checked before the first is used, so that an invalid one does not use up
 * the others. A declined card is recorded for the merchant. Throws `card.invalid-token`, `card.declined`,
 * `card.verification`, `card.too-many-declined`, `payer.owes-more`, or an error of the card service.
 */
export async function storeCards(context: Context, storing: Storing): Promise<NewlyStoredCard[]> {
  if (storing.methods.length === 0) return []
  const tokens = storing.methods.map(({ card }) => card)
  const repeated = tokens.findIndex((token, index) => tokens.indexOf(token) < index)
  if (repeated >= 0) throw fail('card.invalid-token', { field: storing.path(repeated) })
  return countingDeclines(context, () => store(context, storing), { reserve: true })
}

async function store(
  context: Context,
  { account, isNew, order, methods, path, mayPay }: Storing,
): Promise<NewlyStoredCard[]> {
  const { merchant, clock } = context
  const service = context.cards.named(merchant.cardService)
  const at = { merchantId: merchant.id, now: clock.now() }
  const operationFor = (index: number) => {
    if (isNew) return referenceFor(`${account}:store:${methods[index]?.card}`)
    return context.origin ? referenceFor(`${context.origin}:store:${index}`) : newReference()
  }

  const call = { ...at, sentAfter: later(at.now, -merchant.clockAhead - repeatable) }
  const isRepeated = context.origin !== undefined && !context.isFirst
  const described = await Promise.all(
    methods.map(({ card }, index) =>
      service.describe(card, { ...at, ...(isRepeated && { operation: operationFor(index) }) }),
    ),
  )
  // A request repeated after a crash may have used the token itself. The store call then returns its first outcome.
  const isBegun = async (index: number) => {
    if (!isRepeated && (!isNew || (await findAccount(context, account)))) return false
    const token = methods[index]?.card ?? ''
    const { status } = await service.find({ ...call, operation: operationFor(index), kind: 'store', token })
    return isRepeated ? status !== 'absent' : status === 'done'
  }
  for (const [index, card] of described.entries())
    if (!card && !(await isBegun(index))) throw fail('card.invalid-token', { field: path(index) })
  if (mayPay && !(await mayPay()) && !(await isBegun(0))) throw fail('payer.owes-more')
  const stored: NewlyStoredCard[] = []
  for (const [index, { card: token, client }] of methods.entries()) {
    const operation = operationFor(index)
    const outcome = await service.store({ ...at, operation, token, account })
    switch (outcome.status) {
      case 'done':
        stored.push({
          service: service.name,
          serviceReference: outcome.reference,
          card: outcome.card,
          ...(client && { client }),
        })
        break
      case 'declined':
        await recordDeclinedCard(context, {
          ...{ id: operation, account: isNew ? undefined : account, order },
          ...{ card: described[index], code: outcome.code },
        })
        throw fail('card.declined', { code: outcome.code, field: path(index) })
      case 'invalid token':
        throw fail('card.invalid-token', { field: path(index) })
      case 'verification required':
        throw fail('card.verification', { challenge: outcome.challenge })
      case 'accepted':
        throw cardFailure({ status: 'unknown', cause: `Accepted as ${outcome.reference}` })
      default:
        throw cardFailure(outcome)
    }
  }
  return stored
}

/**
 * Returns the rows of stored cards as methods of an account with `existing` methods. The same card twice is one method.
 * Who may pay with a card changes only if the private key adds it again. A public key changes nothing on a card that
 * the customer added.
 */
export async function methodRows(
  context: Context,
  {
    accountId,
    existing,
    stored,
  }: { accountId: string; existing: readonly MethodRow[]; stored: readonly NewlyStoredCard[] },
): Promise<MethodRow[]> {
  const rows: MethodRow[] = []
  for (const { service, serviceReference, card, client } of stored) {
    const same = [...existing, ...rows].find(
      (row) => row.service === service && row.fingerprint === card.fingerprint,
    )
    if (same && isOfCustomer(context, same)) {
      rows.push(same)
      continue
    }
    const id = same?.id ?? newId()
    const row: MethodRow = {
      merchantId: context.merchant.id,
      accountId,
      id,
      position: same?.position ?? existing.length + rows.length,
      service,
      serviceReference,
      ...card,
      iin: card.iin ?? null,
      token: same?.token ?? (await signToken({ use: 'stored', merchant: context.merchant.id, id })),
      client: client ?? null,
      addedBy: same && context.actor.kind !== 'private' ? same.addedBy : context.actor.kind,
      created: same?.created ?? context.clock.now(),
    }
    const place = rows.findIndex((other) => other.id === id)
    if (place >= 0) rows[place] = row
    else rows.push(row)
  }
  return rows
}

/** Whether the customer added the card and the actor is a public key, which anyone may hold. */
export const isOfCustomer = ({ actor }: Pick<Context, 'actor'>, { addedBy }: MethodRow): boolean =>
  actor.kind === 'public' && addedBy === 'account'

/** Writes methods. For a card that is already on the account, updates what a renewed card changes. */
export async function writeMethods(tx: Transaction | Queryable, rows: readonly MethodRow[]): Promise<void> {
  for (const row of rows) {
    const { serviceReference, expires, client, addedBy } = row
    await tx
      .insert(method)
      .values(row)
      .onConflictDoUpdate({
        target: [method.merchantId, method.accountId, method.id],
        set: { serviceReference, expires, client, addedBy },
      })
  }
}
