import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { coalesced } from '@/db/coalesce'
import { list, prepared } from '@/db/prepared'
import { account, method } from '@/db/schema'
import type { Scope } from '../core/context'
import { isId } from '../core/id'
import type { AccountRow, MethodRow } from './accounts'

/** An account and the method that pays. */
interface AccountAndMethod {
  account: AccountRow
  method: MethodRow | null
}

/**
 * Returns an account and the method that pays: its default or, with `keyAdded`, the first that a public or private
 * key added. Every order needs it, so orders share the look-up.
 */
export async function findPayer(
  { db, merchant }: Scope & { db: Database },
  { accountId, keyAdded }: { accountId: string; keyAdded: boolean },
): Promise<AccountAndMethod | undefined> {
  if (!isId(accountId)) return undefined
  return findAccountAndMethod(db, {
    merchantId: merchant.id,
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
