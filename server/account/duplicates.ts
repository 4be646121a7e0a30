import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { account, method } from '@/db/schema'
import type { Scope } from '../core/context'
import { type AccountRow, accountsById, methodsOf, requireAccount } from '../store/accounts'

/** How many are shown. If more accounts share a card, it does not identify a person. */
const shown = 5
const maxPerCard = 10

/** What two accounts have in common. */
type Trait = 'email' | 'identityNumber' | 'card'

interface Duplicate {
  account: Pick<AccountRow, 'id' | 'number' | 'customer' | 'status' | 'created' | 'erased'>
  same: Trait[]
}

export interface Duplicates {
  duplicates: Duplicate[]
  /** Whether there are more than these. */
  isMore: boolean
}

/**
 * Returns other accounts of the merchant that may be the same person's: with the same e-mail address, identity number or
 * card. Throws `not-found`.
 */
export async function duplicatesOf(scope: Scope, id: string): Promise<Duplicates> {
  const { customer } = await requireAccount(scope, id)
  const { email, identityNumber } = customer ?? {}
  const found: [Trait, Promise<string[]>][] = [
    ['email', email === undefined ? none : others(scope, id, sameEmail(email))],
    ['identityNumber', identityNumber === undefined ? none : others(scope, id, sameIdentity(identityNumber))],
    ['card', withSameCard(scope, id)],
  ]
  const same = new Map<string, Trait[]>()
  for (const [trait, ids] of found)
    for (const other of await ids) same.set(other, [...(same.get(other) ?? []), trait])
  const accounts = await accountsById(scope, [...same.keys()])
  const duplicates = [...same]
    .flatMap(([other, alike]) => {
      const row = accounts.get(other)
      if (!row) return []
      const { number, status, created, erased } = row
      return [
        { account: { id: other, number, customer: row.customer, status, created, erased }, same: alike },
      ]
    })
    .toSorted((a, b) => b.same.length - a.same.length)
  return { duplicates: duplicates.slice(0, shown), isMore: duplicates.length > shown }
}

const none = Promise.resolve<string[]>([])

// Written as in their indexes.
const sameEmail = (email: string) => sql`lower(${account.customer}->>'email') = ${email.toLowerCase()}`
const sameIdentity = (number: string) => sql`${account.customer}->>'identityNumber' = ${number}`

async function others(
  { db, merchant }: Scope,
  id: string,
  condition: ReturnType<typeof sql>,
): Promise<string[]> {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.merchantId, merchant.id), ne(account.id, id), condition))
    .orderBy(desc(account.created))
    .limit(shown + 1)
  return rows.map((row) => row.id)
}

async function withSameCard(scope: Scope, id: string): Promise<string[]> {
  const fingerprints = (await methodsOf(scope, id)).map(({ fingerprint }) => fingerprint)
  if (fingerprints.length === 0) return []
  const rows = await scope.db
    .select({ id: method.accountId })
    .from(method)
    .where(
      and(
        eq(method.merchantId, scope.merchant.id),
        ne(method.accountId, id),
        inArray(method.fingerprint, fingerprints),
      ),
    )
    .orderBy(asc(method.accountId))
    .limit(maxPerCard)
  return rows.length < maxPerCard ? [...new Set(rows.map((row) => row.id))] : []
}
