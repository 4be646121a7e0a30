import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../core/context'
import type { Customer } from '../model/account'

/** Whose personal data is erased: an account with its orders, or an order that belongs to no account. */
export interface Erased {
  merchantId: string
  accountId: string | null
  /** A condition on the id of an order. */
  ofItsOrders: SQL
}

export const wholeAccount = ({ merchant }: Scope, accountId: string): Erased => ({
  merchantId: merchant.id,
  accountId,
  ofItsOrders: sql`in (select id from "order" where merchant_id = ${merchant.id} and account_id = ${accountId})`,
})

export const singleOrder = ({ merchant }: Scope, orderId: string): Erased => ({
  merchantId: merchant.id,
  accountId: null,
  ofItsOrders: sql`= ${orderId}`,
})

/**
 * Erases the personal data in everything that was written about an account and its orders, or about one order. The caller
 * has locked them. A request that was running meanwhile may write more of it.
 */
export async function eraseRecords({ db }: Scope, all: Erased): Promise<void> {
  const { accountId } = all
  const statements = [
    // Before the e-mails are deleted, because entries about these name them.
    ...auditDetails(all),
    // Notifications name only payers with an account.
    ...(accountId === null ? [] : [...ofAccount({ ...all, accountId }), ...notifications(all)]),
    ...ofOrders(all),
    ...callbacks(all),
  ]
  for (const statement of statements) await db.execute(statement)
}

function ofAccount({ merchantId, accountId }: Erased & { accountId: string }): SQL[] {
  const isOfAccount = sql`merchant_id = ${merchantId} and account_id = ${accountId}`
  const isSince = sql`merchant_id = ${merchantId}
    and created >= (select created from account where merchant_id = ${merchantId} and id = ${accountId})`
  return [
    sql`update subscription set metadata = null where ${isOfAccount} and metadata is not null`,
    // A refused order exists only as the draft of its operation. An account's orders are newer than the account.
    sql`update operation set draft = (draft::jsonb - 'metadata' #- '{payment,client}')::json
      where ${isSince} and status = 'failed' and kind = 'authorise' and draft ->> 'accountId' = ${accountId}
        and num_nonnulls(draft -> 'metadata', draft #> '{payment,client}') > 0`,
    sql`delete from note where merchant_id = ${merchantId} and subject = 'account' and subject_id = ${accountId}`,
    sql`delete from mail where ${isOfAccount}`,
    sql`delete from account_link where ${isOfAccount}`,
    sql`delete from email_change where ${isOfAccount}`,
    sql`delete from declined_card where ${isSince} and account_id = ${accountId}`,
  ]
}

function ofOrders({ merchantId, ofItsOrders }: Erased): SQL[] {
  return [
    sql`update "order" set client = null, metadata = null, tags = null
      where merchant_id = ${merchantId} and id ${ofItsOrders} and num_nonnulls(client, metadata, tags) > 0`,
    sql`delete from note where merchant_id = ${merchantId} and subject = 'order' and subject_id ${ofItsOrders}`,
    sql`delete from payment_link where merchant_id = ${merchantId} and order_id ${ofItsOrders}`,
    sql`delete from declined_card where merchant_id = ${merchantId} and order_id ${ofItsOrders}`,
  ]
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

/** The entries stay: who did what, and when. */
function auditDetails({ merchantId, accountId, ofItsOrders }: Erased): SQL[] {
  const ofAccount = [
    sql`= ${accountId}`,
    sql`in (select account_id || '/' || id from subscription
      where merchant_id = ${merchantId} and account_id = ${accountId})`,
    sql`in (select id::text from mail where merchant_id = ${merchantId} and account_id = ${accountId})`,
  ]
  const subjects = [ofItsOrders, ...(accountId === null ? [] : ofAccount)]
  return subjects.map(
    (isSubject) => sql`update audit_entry set before = null, after = null
      where merchant_id = ${merchantId} and subject_id ${isSubject} and num_nonnulls(before, after) > 0`,
  )
}

/** Whether callbacks wait to be delivered: what their receivers respond is stored then. */
export async function callbacksWait({ db }: Scope, all: Erased): Promise<boolean> {
  const waiting = callbacksOf(all).map(
    (isAbout) => sql`exists (select from callback_delivery d where ${isAbout} and d.status = 'waiting')`,
  )
  const [row] = await db.execute<{ wait: boolean }>(sql`select ${sql.join(waiting, sql` or `)} as wait`)
  return row?.wait === true
}

/** Conditions that select callbacks `d`: of orders, and of the subscriptions of an account. */
function callbacksOf({ merchantId, accountId, ofItsOrders }: Erased): SQL[] {
  const ofOrders = sql`d.merchant_id = ${merchantId} and d.order_id ${ofItsOrders}`
  if (accountId === null) return [ofOrders]
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
