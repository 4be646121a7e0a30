import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { coalesced } from '@/db/coalesce'
import { list, prepared } from '@/db/prepared'
import { account, apiKey, merchant, method } from '@/db/schema'
import type { Scope } from '../core/context'
import { isId } from '../core/id'
import type { FoundKey } from '../key/authenticate'
import type { AccountRow, MethodRow } from './accounts'

/** An account and the method that pays. */
export interface AccountAndMethod {
  account: AccountRow
  method: MethodRow | null
}

/**
 * Returns an account and the method that pays: its default or, with `keyAdded`, the first that a public or private
 * key added. Every order needs it, so orders share the look-up.
 */
export async function findPayer(
  { db, merchant: { id: merchantId } }: Scope & { db: Database },
  { accountId, keyAdded }: { accountId: string; keyAdded: boolean },
): Promise<AccountAndMethod | undefined> {
  if (!isId(accountId)) return undefined
  return findAccountAndMethod(db, {
    merchantId,
    accountId,
    without: keyAdded ? 'account' : '',
  })
}

interface PayerLookUp {
  merchantId: string
  accountId: string
  /** Methods added by this kind of key do not count. */
  without: string
}

const findAccountAndMethod = coalesced<PayerLookUp, AccountAndMethod | undefined>(async (db, lookUps) => {
  const rows = await findPayers(db, {
    merchantIds: lookUps.map(({ merchantId }) => merchantId),
    accountIds: lookUps.map(({ accountId }) => accountId),
    withouts: lookUps.map(({ without }) => without),
  })
  const found = new Map(rows.map(({ place, ...row }) => [Number(place), row]))
  return lookUps.map((_, index) => found.get(index + 1))
})

const findPayers = prepared<{ merchantIds: string[]; accountIds: string[]; withouts: string[] }>()(
  'find_payers',
  (db) =>
    db
      .selectDistinctOn([sql`place`], { place: sql<string>`place`, account, method })
      .from(
        sql`unnest(${list('merchantIds')}, ${list('accountIds')}, ${list('withouts')})
          with ordinality as wanted (merchant_id, account_id, without, place)`,
      )
      .innerJoin(
        account,
        sql`${account.merchantId} = wanted.merchant_id and ${account.id} = wanted.account_id`,
      )
      .leftJoin(
        method,
        and(
          eq(method.merchantId, account.merchantId),
          eq(method.accountId, account.id),
          sql`${method.addedBy} <> wanted.without`,
        ),
      )
      .orderBy(sql`place`, asc(method.position), asc(method.id)),
)

/** A key and the payer of its request. The payer is undefined if the merchant of the key has no such account. */
type KeyAndPayer = FoundKey & { payer: AccountAndMethod | undefined }

/** Finds a key by its hash, together with an account of its merchant and the method that the key may pay with. */
export const findKeyAndPayer = coalesced<{ hash: string; accountId: string }, KeyAndPayer | undefined>(
  async (db, lookUps) => {
    const rows = await findKeysAndPayers(db, {
      hashes: lookUps.map(({ hash }) => hash),
      accountIds: lookUps.map(({ accountId }) => accountId),
    })
    const found = new Map(
      rows.map(({ place, account: payer, method: paidWith, ...key }) => [
        Number(place),
        { ...key, payer: payer ? { account: payer, method: paidWith } : undefined },
      ]),
    )
    return lookUps.map((_, index) => found.get(index + 1))
  },
  { first: true },
)

const findKeysAndPayers = prepared<{ hashes: string[]; accountIds: string[] }>()(
  'find_keys_and_payers',
  (db) =>
    db
      .selectDistinctOn([sql`place`], { place: sql<string>`place`, key: apiKey, merchant, account, method })
      .from(
        sql`unnest(${list('hashes')}, ${list('accountIds')}) with ordinality as wanted (hash, account_id, place)`,
      )
      .innerJoin(apiKey, sql`${apiKey.hash} = wanted.hash`)
      .innerJoin(merchant, eq(merchant.id, apiKey.merchantId))
      .leftJoin(
        account,
        sql`${account.merchantId} = ${apiKey.merchantId} and ${account.id} = wanted.account_id`,
      )
      .leftJoin(
        method,
        and(
          eq(method.merchantId, account.merchantId),
          eq(method.accountId, account.id),
          sql`not (${apiKey.kind} = 'public' and ${method.addedBy} = 'account')`,
        ),
      )
      .orderBy(sql`place`, asc(method.position), asc(method.id)),
)
