import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { deliveries, mailStatuses } from '@/db/schema'
import type { Context } from '../core/context'
import { cursorOf, rowsAfter } from '../core/cursor'
import { type Page, pageBy } from '../core/page'
import { Scheme } from '../model/card/schemas'
import { disputeStates } from '../model/card/settlement'
import { date, instant } from '../model/fields'
import { type MailTemplate, toPeople } from '../model/mail'
import { eventReasons } from '../model/order/reasons'
import type { Items } from '../model/order/schemas'
import { requireAccount } from '../store/accounts'

const moment = instant().transform((at) => new Date(at))

const subscriptionFacts = z.object({
  id: z.string(),
  number: z.string().nullable(),
  // Validated when it was stored. Today's rules may be stricter than the ones it was stored under.
  items: z.custom<Items>((stored) => stored !== null),
})
/** `amount`: minor units, as text. `opened` and `decided`: as in the table. */
const disputeFacts = z.object({
  id: z.string(),
  order: z.string(),
  number: z.string().nullable(),
  state: z.enum(disputeStates),
  isInquiry: z.boolean(),
  opened: moment,
  decided: moment.nullable(),
  amount: z.string(),
  currency: z.string(),
  reason: z.string(),
})
const operationKind = z.enum(['charge', 'cancel', 'refund'])

/** What the history shows for each kind of entry. */
const facts = {
  /** An event of an order. `amount`: minor units, as text. */
  order: z.object({
    order: z.string(),
    number: z.string().nullable(),
    /** Of an order without a number: the due date of its subscription, and the name of its first line. */
    due: date().nullable(),
    firstLine: z.string().nullable(),
    type: z.enum(['order', 'charge', 'cancel', 'refund', 'accept', 'fail']),
    original: operationKind.nullable(),
    error: z.object({ code: z.string(), description: z.string() }).nullable(),
    amount: z.string().nullable(),
    currency: z.string(),
    subscription: z.string().nullable(),
    reason: z.enum(eventReasons).nullable(),
    actor: z.string().nullable(),
  }),
  note: z.object({ id: z.string(), text: z.string(), email: z.string() }),
  /** Mail to the customer. */
  mail: z.object({
    id: z.string(),
    template: z.custom<MailTemplate>((stored) => typeof stored === 'string'),
    to: z.string(),
    status: z.enum(mailStatuses),
    delivery: z.enum(deliveries).nullable(),
  }),
  /** A login link that the customer or a key requested. Links that dashboard users send are in `action`. */
  link: z.object({ contact: z.string() }),
  linkUsed: z.object({ contact: z.string() }),
  /** A dispute about an order: its opening, and its decision. */
  dispute: disputeFacts,
  disputeDecided: disputeFacts,
  card: z.object({ scheme: Scheme, last4: z.string() }),
  subscription: subscriptionFacts,
  /** `endedBy`: null if the end was part of the terms. */
  subscriptionEnded: subscriptionFacts.extend({ endedBy: z.enum(['customer', 'merchant']).nullable() }),
  account: z.object({}),
  /**
   * What a dashboard user did. `subject`: the account, or `account/subscription`. `endsOn`: an end that was still ahead.
   * `planned`: from when on the subscription was to cost how much, in minor units.
   */
  action: z.object({
    email: z.string(),
    action: z.string(),
    subject: z.string(),
    tag: z.string().nullable(),
    endsOn: z.string().nullable(),
    subscription: subscriptionFacts.nullable(),
    planned: z.object({ from: date(), amount: z.string(), currency: z.string() }).nullable(),
  }),
}
type HistoryKind = keyof typeof facts

const entry = <K extends HistoryKind>(kind: K) =>
  z.object({
    date: moment,
    key: z.string(),
    kind: z.literal(kind),
    facts: facts[kind],
  })

const Entry = z.discriminatedUnion('kind', [
  entry('order'),
  entry('note'),
  entry('mail'),
  entry('link'),
  entry('linkUsed'),
  entry('dispute'),
  entry('disputeDecided'),
  entry('card'),
  entry('subscription'),
  entry('subscriptionEnded'),
  entry('account'),
  entry('action'),
])

/** An entry in an account's history. `key` distinguishes entries of the same moment. */
export type HistoryEntry = z.output<typeof Entry>

/** The source of entries of one kind. The table is called `t`. */
interface Source {
  kind: HistoryKind
  date: SQL
  /** Unique among all entries of the same moment. */
  key: SQL
  facts: SQL
  from: SQL
  where: SQL
}

const places = cursorOf(z.tuple([instant(), z.string().regex(/^[a-z]+\.[\w-]+$/)]))

/**
 * Returns the history of an account, newest first: its orders and their disputes, cards, subscriptions, login links, and
 * what dashboard users did. Throws `not-found`, and `cursor.invalid` for a cursor of another list.
 */
export async function accountHistory(
  context: Context,
  { accountId, limit, after }: { accountId: string; limit: number; after?: string | undefined },
): Promise<Page<HistoryEntry>> {
  const { db, merchant } = context
  await requireAccount(context, accountId)
  const place = after === undefined ? undefined : places.read(after)
  const pages = sourcesOf(merchant.id, accountId).map((source) => newestOf(source, place, limit + 1))
  const read = await db.execute(sql`
    select ${instantText(sql`date`)} as date, key, kind, facts
    from (${sql.join(pages, sql` union all `)}) happened
    order by happened.date desc, key desc limit ${limit + 1}`)
  const entries = read.map((row) => Entry.parse(row))
  return pageBy(entries, limit, ({ date, key }) => places.write([date.toISOString(), key]))
}

const instantText = (at: SQL) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Selects the newest entries of a source after a position. */
function newestOf(source: Source, place: readonly [string, string] | undefined, limit: number): SQL {
  const { kind, date, key, facts: shown, from, where } = source
  const start = place && rowsAfter([date, key], [sql`${place[0]}::timestamptz`, sql`${place[1]}`])
  return sql`(select ${date} as date, ${key} as key, ${kind}::text as kind, ${shown} as facts from ${from}
    where ${where}${start ? sql` and ${start}` : sql``} order by 1 desc, 2 desc limit ${limit})`
}

function sourcesOf(merchantId: string, accountId: string): Source[] {
  const ofAccount = sql`t.merchant_id = ${merchantId} and t.account_id = ${accountId}`
  // What dashboard users create is already in the history as `action`.
  const byOthers = sql`(t.origin is null or t.origin not like 'user:%')`
  const contact = sql`jsonb_build_object('contact', t.contact)`
  const subscription = sql`jsonb_build_object('id', t.id, 'number', t.number, 'items', t.items)`
  const disputes = {
    facts: sql`jsonb_build_object('id', d.id, 'order', t.id, 'number', t.number, 'state', d.state,
      'isInquiry', d.is_inquiry, 'opened', ${instantText(sql`d.opened`)}, 'decided', ${instantText(sql`d.decided`)},
      'amount', d.amount::text, 'currency', d.currency, 'reason', d.reason)`,
    from: sql`"order" t join dispute d on d.merchant_id = t.merchant_id and d.order_id = t.id`,
  }
  return [
    {
      kind: 'order',
      date: sql`e.date`,
      key: sql`'order.' || e.order_id || lpad(e.sequence::text, 9, '0')`,
      facts: sql`jsonb_build_object('order', t.id, 'number', t.number, 'type', e.type, 'original', e.original,
        'due', case when t.number is null then t.due end,
        'firstLine', case when t.number is null then left(t.lines -> 0 ->> 'name', 200) end,
        'error', e.error, 'amount', coalesce(e.amount, case when e.type = 'order' then t.amount end)::text,
        'currency', e.currency, 'subscription', t.subscription_id, 'reason', e.reason, 'actor', e.actor)`,
      from: sql`"order" t join order_event e on e.merchant_id = t.merchant_id and e.order_id = t.id`,
      where: ofAccount,
    },
    {
      ...disputes,
      kind: 'dispute',
      date: sql`d.opened`,
      key: sql`'dispute.' || md5(d.service || ' ' || d.id)`,
      where: ofAccount,
    },
    {
      ...disputes,
      kind: 'disputeDecided',
      date: sql`d.decided`,
      key: sql`'disputedecided.' || md5(d.service || ' ' || d.id)`,
      where: sql`${ofAccount} and d.decided is not null`,
    },
    {
      kind: 'note',
      date: sql`t.created`,
      key: sql`'note.' || t.id`,
      facts: sql`jsonb_build_object('id', t.id, 'text', t.text, 'email', t.email)`,
      from: sql`note t`,
      where: sql`t.merchant_id = ${merchantId} and t.subject = 'account' and t.subject_id = ${accountId}`,
    },
    {
      kind: 'mail',
      date: sql`t.created`,
      key: sql`'mail.' || t.id`,
      facts: sql`jsonb_build_object('id', t.id, 'template', t.template, 'to', t."to", 'status', t.status,
        'delivery', t.delivery)`,
      from: sql`mail t`,
      // Login links have entries of their own.
      where: sql`${ofAccount} and t.template <> 'login-link' and t.template <> all(${sql.param([...toPeople])}::text[])`,
    },
    {
      kind: 'link',
      date: sql`t.created`,
      key: sql`'link.' || t.id`,
      facts: contact,
      from: sql`account_link t`,
      where: sql`${ofAccount} and ${byOthers}`,
    },
    {
      kind: 'linkUsed',
      date: sql`t.used`,
      key: sql`'used.' || t.id`,
      facts: contact,
      from: sql`account_link t`,
      where: sql`${ofAccount} and t.used is not null`,
    },
    {
      kind: 'card',
      date: sql`t.created`,
      key: sql`'card.' || t.id`,
      facts: sql`jsonb_build_object('scheme', t.scheme, 'last4', t.last4)`,
      from: sql`method t`,
      where: ofAccount,
    },
    {
      kind: 'subscription',
      date: sql`t.created`,
      key: sql`'subscription.' || t.id`,
      facts: subscription,
      from: sql`subscription t`,
      where: sql`${ofAccount} and ${byOthers}`,
    },
    {
      kind: 'subscriptionEnded',
      date: sql`t.ended`,
      key: sql`'ended.' || t.id`,
      facts: sql`${subscription} || jsonb_build_object('endedBy', t.ending ->> 'by')`,
      from: sql`subscription t`,
      where: sql`${ofAccount} and t.ended is not null`,
    },
    {
      kind: 'account',
      date: sql`t.created`,
      key: sql`'account.' || t.id`,
      facts: sql`'{}'::jsonb`,
      from: sql`account t`,
      where: sql`t.merchant_id = ${merchantId} and t.id = ${accountId} and ${byOthers}`,
    },
    {
      kind: 'action',
      date: sql`t.date`,
      key: sql`'action.' || t.id`,
      facts: sql`jsonb_build_object('email', t.email, 'action', t.action, 'subject', t.subject_id,
        'tag', case when t.action like 'tag.%' then t.after->>'tag' end,
        'endsOn', case when t.action = 'subscription.end' and t.after->'isAhead' = 'true' then t.after->>'end' end,
        'planned', case when t.action = 'subscription.plan' and t.after->>'amount' is not null then jsonb_build_object(
          'from', t.after->'from', 'amount', t.after->'amount', 'currency', t.after->'currency') end,
        'subscription', (select jsonb_build_object('id', s.id, 'number', s.number, 'items', s.items) from subscription s
          where s.merchant_id = t.merchant_id and s.account_id = ${accountId}
            and s.id = split_part(t.subject_id, '/', 2)))`,
      from: sql`audit_entry t`,
      where: sql`t.merchant_id = ${merchantId} and t.subject_id = any(array(
        select ${accountId} || '/' || s.id from subscription s
        where s.merchant_id = ${merchantId} and s.account_id = ${accountId}) || ${accountId}::text)
        and t.action <> 'note.add'`,
    },
  ]
}
