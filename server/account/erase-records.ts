import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../core/context'
import type { Customer } from '../model/account'

/** The account whose personal data is erased, and a condition that selects rows of its orders. */
interface Erased {
  merchantId: string
  accountId: string
  ofItsOrders: SQL
}

const erased = ({ merchant }: Scope, accountId: string): Erased => ({
  merchantId: merchant.id,
  accountId,
  ofItsOrders: sql`in (select id from "order" where merchant_id = ${merchant.id} and account_id = ${accountId})`,
})

/**
 * Erases the personal data in orders, subscriptions, refused orders and notes of an account. The caller has locked the
 * account and its orders.
 */
export async function eraseOrders(scope: Scope, accountId: string): Promise<void> {
  const { merchantId, ofItsOrders } = erased(scope, accountId)
  const ofAccount = sql`merchant_id = ${merchantId} and account_id = ${accountId}`
  const statements = [
    sql`update "order" set client = null, metadata = null, tags = null
      where ${ofAccount} and num_nonnulls(client, metadata, tags) > 0`,
    sql`update subscription set metadata = null where ${ofAccount} and metadata is not null`,
    // A refused order exists only as the draft of its operation. An account's orders are newer than the account.
    sql`update operation set draft = (draft::jsonb - 'metadata' #- '{payment,client}')::json
      where merchant_id = ${merchantId} and status = 'failed' and kind = 'authorise'
        and created >= (select created from account where merchant_id = ${merchantId} and id = ${accountId})
        and draft ->> 'accountId' = ${accountId}
        and num_nonnulls(draft -> 'metadata', draft #> '{payment,client}') > 0`,
    sql`delete from note where merchant_id = ${merchantId} and subject = 'account' and subject_id = ${accountId}`,
    sql`delete from note where merchant_id = ${merchantId} and subject = 'order' and subject_id ${ofItsOrders}`,
  ]
  for (const statement of statements) await scope.db.execute(statement)
}

/**
 * Erases what was written about an account on the way: mail, links, declined cards, callbacks, notifications, and the
 * details of actions in the audit log. A request that was running while the account was erased may write more of it.
 */
export async function eraseTraces(scope: Scope, accountId: string): Promise<void> {
  const all = erased(scope, accountId)
  const { merchantId, ofItsOrders } = all
  const ofAccount = sql`merchant_id = ${merchantId} and account_id = ${accountId}`
  const statements = [
    ...auditDetails(all),
    sql`delete from mail where ${ofAccount}`,
    sql`delete from account_link where ${ofAccount}`,
    sql`delete from email_change where ${ofAccount}`,
    sql`delete from payment_link where merchant_id = ${merchantId} and order_id ${ofItsOrders}`,
    sql`delete from declined_card where merchant_id = ${merchantId}
      and created >= (select created from account where merchant_id = ${merchantId} and id = ${accountId})
      and (account_id = ${accountId} or order_id ${ofItsOrders})`,
    ...callbacks(all),
    ...notifications(all),
  ]
  for (const statement of statements) await scope.db.execute(statement)
}

/** Deletes views with which members look for exactly this customer, and what the audit log says about them. */
export async function eraseViews({ db, merchant }: Scope, customer: Customer | null): Promise<void> {
  const { name, email, phone, identityNumber, vatNumber, id } = customer ?? {}
  const known = [name, email, phone, identityNumber, vatNumber, id].flatMap((value) => value ?? [])
  // Addresses write spaces in two ways.
  const written = known.flatMap((value) => [
    encodeURIComponent(value),
    `${new URLSearchParams([['', value]])}`.slice(1),
  ])
  // Only what members type: a customer may be called like the value of another filter, such as “active”.
  const filters = sql.param(written.map((value) => `&search=${value.toLowerCase()}&`))
  const isFor = (query: SQL) =>
    sql`exists (select from unnest(${filters}::text[]) filter where position(filter in '&' || lower(${query}) || '&') > 0)`
  await db.execute(sql`delete from saved_view where merchant_id = ${merchant.id} and ${isFor(sql`query`)}`)
  await db.execute(sql`update audit_entry set after = null
    where merchant_id = ${merchant.id} and action = 'view.save' and ${isFor(sql`after ->> 'query'`)}`)
}

/** The entries stay: who did what, and when. Before the mails are deleted, because entries about these name them. */
function auditDetails({ merchantId, accountId, ofItsOrders }: Erased): SQL[] {
  const subjects = [
    sql`= ${accountId}`,
    ofItsOrders,
    sql`in (select account_id || '/' || id from subscription
      where merchant_id = ${merchantId} and account_id = ${accountId})`,
    sql`in (select id::text from mail where merchant_id = ${merchantId} and account_id = ${accountId})`,
  ]
  return subjects.map(
    (isSubject) => sql`update audit_entry set before = null, after = null
      where merchant_id = ${merchantId} and subject_id ${isSubject} and num_nonnulls(before, after) > 0`,
  )
}

/** Whether callbacks of an account wait to be delivered: what their receivers respond is stored then. */
export async function callbacksWait(scope: Scope, accountId: string): Promise<boolean> {
  const waiting = callbacksOf(erased(scope, accountId)).map(
    (isAbout) => sql`exists (select from callback_delivery d where ${isAbout} and d.status = 'waiting')`,
  )
  const [row] = await scope.db.execute<{ wait: boolean }>(sql`select ${sql.join(waiting, sql` or `)} as wait`)
  return row?.wait === true
}

/** Conditions that select callbacks `d`: of the orders of an account, and of its subscriptions. */
function callbacksOf({ merchantId, accountId, ofItsOrders }: Erased): SQL[] {
  const ofOrders = sql`d.merchant_id = ${merchantId} and d.order_id ${ofItsOrders}`
  // Without an order, they are about the end of a subscription.
  const ofSubscriptions = sql`d.merchant_id = ${merchantId} and d.order_id is null and d.subject in (
    select account_id || '/' || id from subscription where merchant_id = ${merchantId} and account_id = ${accountId})`
  return [ofOrders, ofSubscriptions]
}

/** Callbacks stay, because those that wait are still delivered, and others can be sent again. */
function callbacks(all: Erased): SQL[] {
  const ofOrder = sql.raw(`'{data,order,metadata}'`)
  const ofSubscription = sql.raw(`'{data,subscription,metadata}'`)
  return callbacksOf(all).flatMap((isAbout) => [
    sql`update callback_delivery d set payload = (payload::jsonb #- ${ofOrder} #- ${ofSubscription})::text
      where ${isAbout} and payload like '%"metadata"%'
        and num_nonnulls(payload::jsonb #> ${ofOrder}, payload::jsonb #> ${ofSubscription}) > 0`,
    sql`update callback_attempt a set answer = null from callback_delivery d
      where ${isAbout} and a.merchant_id = d.merchant_id and a.delivery_id = d.id and a.answer is not null`,
  ])
}

/** The team is notified of failed payments with the name of the payer, in the dashboard and by mail. */
function notifications({ merchantId, ofItsOrders }: Erased): SQL[] {
  const isNamed = (notice: string) =>
    sql`${sql.raw(notice)} ? 'payer' and ${sql.raw(notice)} ->> 'order' ${ofItsOrders}`
  // Mail to the team belongs to no account.
  const toTeam = (template: string) =>
    sql`merchant_id = ${merchantId} and account_id = '' and template = ${template}`
  return [
    sql`update notification set subject = subject - 'payer' where merchant_id = ${merchantId} and ${isNamed('subject')}`,
    sql`update mail set data = data - 'payer' where ${toTeam('team-notice')} and ${isNamed('data')}`,
    sql`update mail set data = jsonb_set(data, '{notices}', (
        select jsonb_agg(case when ${isNamed('notice')} then notice - 'payer' else notice end order by place)
        from jsonb_array_elements(data -> 'notices') with ordinality as notices (notice, place)))
      where ${toTeam('team-digest')} and exists (
        select from jsonb_array_elements(data -> 'notices') notice where ${isNamed('notice')})`,
  ]
}
