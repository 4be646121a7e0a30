import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { updateMany } from '@/db/many'
import { account, method } from '@/db/schema'
import { transactionInTurn } from '@/db/turns'
import type { Scope } from '../core/context'
import { groupBy } from '../core/group-by'
import { isId } from '../core/id'
import { isOneOf } from '../core/one-of'
import { fail } from '../model/errors'
import type { Language } from '../model/language'
import type { Recipient } from '../model/mail'
import { type SubscriptionRow, subscriptionsOf } from './subscriptions'

export type AccountRow = typeof account.$inferSelect
/** Without the last day of validity, which PostgreSQL computes. */
export type MethodRow = Omit<typeof method.$inferSelect, 'expiresOn'>

/** An account with its methods, the default first, and its subscriptions, oldest first. */
export type AccountRecord = AccountRow & { methods: MethodRow[]; subscriptions: SubscriptionRow[] }

export const isAccount = (merchantId: string, id: string) =>
  and(eq(account.merchantId, merchantId), eq(account.id, id))

/** Finds an account by any text. Returns undefined if the merchant has none. */
export async function findAccount({ db, merchant }: Scope, id: string): Promise<AccountRow | undefined> {
  if (!isId(id)) return undefined
  const [row] = await db.select().from(account).where(isAccount(merchant.id, id))
  return row
}

/** Returns an account. Throws `not-found` if the merchant has no such account. */
export async function requireAccount(scope: Scope, id: string): Promise<AccountRow> {
  const row = await findAccount(scope, id)
  if (!row) throw fail('not-found', { what: 'account' })
  return row
}

/**
 * Returns an account and locks it until the transaction ends, so that its methods change one request at a time. The
 * lock still allows others to insert orders and subscriptions that refer to the account. Throws `not-found`.
 */
export async function lockAccount({ db, merchant }: Scope, id: string): Promise<AccountRow> {
  const [row] = isId(id)
    ? await db.select().from(account).where(isAccount(merchant.id, id)).for('no key update')
    : []
  if (!row) throw fail('not-found', { what: 'account' })
  return row
}

/**
 * Runs `work` in a transaction that has locked an account, to change it. Transactions on one account run one at a time, on
 * one connection. `inside` is the context in the transaction. Throws `not-found`, and `account.erased` if it can no longer
 * be changed.
 */
export const accountTransaction = <C extends Scope, T>(
  context: C,
  id: string,
  work: (inside: C & { db: Transaction }, account: AccountRow) => Promise<T>,
): Promise<T> =>
  accountInTurn(context, id, async (inside) => {
    const locked = await lockAccount(inside, id)
    refuseErased(locked)
    return work(inside, locked)
  })

/** Runs a transaction on an account in turn with others in this process, without locking it. */
export const accountInTurn = <C extends Scope, T>(
  context: C,
  id: string,
  work: (inside: C & { db: Transaction }) => Promise<T>,
): Promise<T> =>
  transactionInTurn(context.db, `account:${context.merchant.id}:${id}`, (db) => work({ ...context, db }))

/** Throws `account.erased` for an account to which nothing can be added. */
export function refuseErased({ erased }: Pick<AccountRow, 'erased'>): void {
  if (erased !== null) throw fail('account.erased')
}

/** The customer's language: the one that the merchant set for the account, otherwise the customer's choice. */
export const languageOfAccount = ({
  language,
  chosenLanguage,
}: Pick<AccountRow, 'language' | 'chosenLanguage'>): Language | null => language ?? chosenLanguage

/** Whether an e-mail address is the customer's own at present, ignoring case. */
export const isAddressOf = ({ customer }: Pick<AccountRow, 'customer'>, address: string): boolean =>
  customer?.email?.toLowerCase() === address.toLowerCase()

/** Returns the methods of one account, the default first. */
export const methodsOf = ({ db, merchant }: Scope, accountId: string): Promise<MethodRow[]> =>
  db
    .select()
    .from(method)
    .where(and(eq(method.merchantId, merchant.id), eq(method.accountId, accountId)))
    .orderBy(asc(method.position), asc(method.id))

/** The recipient of mail about an account, selected in a query on accounts. */
export const recipientColumns = {
  email: sql<string | null>`${account.customer}->>'email'`,
  name: sql<string | null>`${account.customer}->>'name'`,
  confirmed: account.confirmed,
  language: account.language,
  chosenLanguage: account.chosenLanguage,
}

interface RecipientRow {
  accountId: string
  name: string | null | undefined
  confirmed: boolean | null
  language: Language | null
  chosenLanguage: Language | null
}

/**
 * Returns the recipient of mail to an address. The merchant's language takes precedence over the customer's choice.
 * Mail to an unconfirmed account does not contain the name, which anyone can have entered.
 */
export const recipientAt = (
  to: string,
  { accountId, name, confirmed, language, chosenLanguage }: RecipientRow,
): Recipient => ({
  accountId,
  to,
  ...(confirmed && name && { name }),
  language: languageOfAccount({ language, chosenLanguage }),
})

/** Returns the recipient of mail about an account; undefined if its customer has no address. */
export const recipientOf = ({
  email,
  ...row
}: RecipientRow & { email: string | null | undefined }): Recipient | undefined =>
  email ? recipientAt(email, row) : undefined

/** Returns the same for an account that has been read. */
export const recipientIn = ({ id, customer, ...row }: AccountRow): Recipient | undefined =>
  recipientOf({ ...row, accountId: id, email: customer?.email, name: customer?.name })

/** Returns the recipients of mail about accounts that have an address, by account, and whether each is confirmed. */
export async function recipientsOf(
  { db, merchant }: Scope,
  accountIds: readonly string[],
): Promise<Map<string, { recipient: Recipient; confirmed: boolean }>> {
  const rows = await db
    .select({ accountId: account.id, ...recipientColumns })
    .from(account)
    .where(and(eq(account.merchantId, merchant.id), isOneOf(account.id, new Set(accountIds))))
  return new Map(
    rows.flatMap((row) => {
      const recipient = recipientOf(row)
      return recipient ? [[row.accountId, { recipient, confirmed: row.confirmed }]] : []
    }),
  )
}

/** Returns the default methods of accounts that have one, by account. */
export async function defaultMethods(
  { db, merchant }: Scope,
  accountIds: readonly string[],
): Promise<Map<string, MethodRow>> {
  const rows = await db
    .selectDistinctOn([method.accountId])
    .from(method)
    .where(and(eq(method.merchantId, merchant.id), isOneOf(method.accountId, accountIds)))
    .orderBy(asc(method.accountId), asc(method.position), asc(method.id))
  return new Map(rows.map((row) => [row.accountId, row]))
}

/** Moves a method before the `others` of its account. */
export async function setDefaultMethod(
  tx: Transaction,
  row: MethodRow,
  others: readonly MethodRow[],
): Promise<void> {
  const inOrder = [row, ...others.filter(({ id }) => id !== row.id)]
  await updateMany(
    tx,
    method,
    ['merchantId', 'accountId', 'id'],
    inOrder.map(({ merchantId, accountId, id }, position) => ({ merchantId, accountId, id, position })),
  )
}

/** Returns an account with its methods and subscriptions. Throws `not-found`. */
export async function readAccount(scope: Scope, id: string): Promise<AccountRecord> {
  const row = await requireAccount(scope, id)
  const [cards, subscriptions] = await Promise.all([
    cardsOf(scope, eq(account.id, id)),
    subscriptionsOf(scope, [id]),
  ])
  return recordOf(row, cards, subscriptions)
}

/** Returns accounts with their methods and subscriptions. */
export async function withParts(scope: Scope, accounts: AccountRow[]): Promise<AccountRecord[]> {
  if (accounts.length === 0) return []
  const ids = accounts.map(({ id }) => id)
  const [cards, subscriptions] = await Promise.all([
    cardsOf(scope, isOneOf(account.id, ids)),
    subscriptionsOf(scope, ids),
  ])
  const cardsBy = groupBy(cards, (row) => row.accountId)
  const subscriptionsBy = groupBy(subscriptions, (row) => row.accountId)
  return accounts.map((row) => recordOf(row, cardsBy.get(row.id) ?? [], subscriptionsBy.get(row.id) ?? []))
}

/** The cards of accounts, with the status of each account at the same moment: an account without cards is not active. */
const cardsOf = ({ db, merchant }: Scope, which: SQL) =>
  db
    .select({ accountId: account.id, status: account.status, method })
    .from(account)
    .leftJoin(method, and(eq(method.merchantId, account.merchantId), eq(method.accountId, account.id)))
    .where(and(eq(account.merchantId, merchant.id), which))
    .orderBy(asc(method.position), asc(method.id))

const recordOf = (
  row: AccountRow,
  cards: Awaited<ReturnType<typeof cardsOf>>,
  subscriptions: SubscriptionRow[],
): AccountRecord => ({
  ...row,
  status: cards[0]?.status ?? row.status,
  methods: cards.flatMap((card) => card.method ?? []),
  subscriptions,
})

/** Returns accounts by their ids, without their parts. */
export async function accountsById(
  { db, merchant }: Scope,
  ids: readonly string[],
): Promise<Map<string, AccountRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(account)
    .where(and(eq(account.merchantId, merchant.id), isOneOf(account.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The columns of an account that lists of other things show. */
export const ownerColumns = {
  id: account.id,
  number: account.number,
  status: account.status,
  customer: account.customer,
  erased: account.erased,
}
export type Owner = Pick<AccountRow, keyof typeof ownerColumns>

/** Returns a function that finds the account that pays for a row; null without one. */
export async function payersOf(scope: Scope, rows: readonly Paid[]) {
  const accounts = await accountsById(
    scope,
    rows.flatMap(({ accountId }) => accountId ?? []),
  )
  return ({ accountId }: Paid) => accounts.get(accountId ?? '') ?? null
}

/** Returns a page of rows, each with the customer who pays for it. */
export async function withCustomers<T extends Paid, End>(
  scope: Scope,
  { rows, ...end }: End & { rows: readonly T[] },
) {
  const payerOf = await payersOf(scope, rows)
  return { ...end, rows: rows.map((row) => ({ ...row, customer: payerOf(row)?.customer ?? null })) }
}

/** A row that an account may have paid for. */
interface Paid {
  accountId: string | null
}
