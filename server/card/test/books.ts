import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { acquirerEntry } from '@/db/schema'
import { isReference } from '../../core/id'
import type { BookedPayment, Books, MovementKind, ServiceMovement } from '../../model/card/books'
import type { AcquirerEntry } from './entries'

/** Payments per page: few enough to hold in memory, enough that the entries are read only a few times. */
const atOnce = 10_000

const recorded: ReadonlySet<MovementKind> = new Set(['charge', 'cancel', 'refund'])

/** Returns the simulated acquirer's books. */
export const acquirerBooks = (db: Database): Books => ({
  async *pages({ merchantId }, { from, to }) {
    const isPayment = and(
      eq(acquirerEntry.merchantId, merchantId),
      eq(acquirerEntry.kind, 'authorise'),
      eq(acquirerEntry.outcome, 'done'),
      gte(acquirerEntry.created, from),
      to && lt(acquirerEntry.created, to),
    )
    const parts = Math.ceil((await db.$count(acquirerEntry, isPayment)) / atOnce)
    // Only the id is indexed: other indexes would slow payments down. So the entries are read in parts.
    for (let part = 0; part < parts; part++) {
      const ids = db
        .select({ id: acquirerEntry.operation })
        .from(acquirerEntry)
        .where(
          and(isPayment, sql`abs(hashtext(${acquirerEntry.operation}::text)::bigint) % ${parts} = ${part}`),
        )
      yield paymentsIn(await entriesOf(db, merchantId, sql`authorisation in ${ids}`))
    }
  },
  async payment({ merchantId, reference }) {
    if (!isReference(reference)) return undefined
    const [known] = await db
      .select({ outcome: acquirerEntry.outcome })
      .from(acquirerEntry)
      .where(and(eq(acquirerEntry.merchantId, merchantId), eq(acquirerEntry.operation, reference)))
    if (!known) return undefined
    return paymentsIn(await entriesOf(db, merchantId, sql`authorisation = ${reference}::uuid`))[0]
  },
})

const entriesOf = (
  db: Database,
  merchantId: string,
  which: ReturnType<typeof sql>,
): Promise<AcquirerEntry[]> =>
  db
    .select()
    .from(acquirerEntry)
    .where(and(eq(acquirerEntry.merchantId, merchantId), eq(acquirerEntry.outcome, 'done'), which))

/** Groups entries into payments. */
function paymentsIn(entries: readonly AcquirerEntry[]): BookedPayment[] {
  const movements = new Map<string, ServiceMovement[]>()
  for (const entry of entries) {
    const kind = kindOf(entry)
    if (!kind || entry.authorisation === null) continue
    const { operation, authorisation } = entry
    const movement: ServiceMovement = {
      id: operation,
      kind,
      amount: entry.amount ?? 0n,
      operation,
      status: 'done',
    }
    const known = movements.get(authorisation)
    if (known) known.push(movement)
    else movements.set(authorisation, [movement])
  }
  return entries
    .filter(({ kind }) => kind === 'authorise')
    .map((entry) => paymentOf(entry, movements.get(entry.operation) ?? []))
}

function kindOf({ kind }: AcquirerEntry): MovementKind | undefined {
  if (kind === 'capture') return 'charge'
  return kind === 'cancel' || kind === 'refund' ? kind : undefined
}

function paymentOf(entry: AcquirerEntry, movements: readonly ServiceMovement[]): BookedPayment {
  const { operation, created, currency, captured, refunded, cancelled } = entry
  const amount = entry.amount ?? 0n
  return {
    reference: operation,
    created,
    currency: currency ?? '',
    amount,
    operation,
    charged: captured,
    refunded,
    cancelled,
    expired: false,
    inProgress: false,
    movements,
    recorded,
  }
}
