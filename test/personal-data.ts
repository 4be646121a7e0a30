import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { runBilling } from '@/server/billing/run'
import { minutes } from '@/server/core/clock'
import { chooseLanguage } from '@/server/customer/choose-language'
import { requestEmailChange } from '@/server/customer/email-change'
import { requestLinks } from '@/server/link/request-links'
import { useLink as openLink } from '@/server/link/use-link'
import type { Account } from '@/server/model/account'
import type { Order } from '@/server/model/order/schemas'
import { mailNotifications } from '@/server/team/mail-notifications'
import { actorsOf, declining, move, subscribe } from './billing'
import { call, post, tokenFor, visa } from './call'
import { dashboard, newMember } from './members'
import { contextNow, type TestMerchant, type World } from './world'

/** What identifies a person, all with the person's own marker, which is a word of letters. */
const personOf = (marker: string) => ({
  type: 'person' as const,
  identityNumber: `${marker}-identity`,
  id: `${marker}-id`,
  name: `Jane ${marker}`,
  address: { street: `${marker} Street 1`, zipCode: '111 22', city: `${marker}ville`, countryCode: 'SE' },
  email: `${marker.toLowerCase()}@example.com`,
  phone: `+46 ${marker}`,
})

/** The address is the person's own, too. */
export const clientOf = (marker: string) => ({
  ip: `203.0.113.${100 + (marker.charCodeAt(2) % 100)}`,
  browser: `Browser of ${marker}`,
})

/** A card that cannot be stored. */
const refused = '4000000000000002'

/**
 * Does everything with an account that leaves personal data behind: what its customer does, the merchant's systems, members
 * of the team, and Kassa itself. Afterwards nothing needs the account any more. The merchant's clock moves by a month.
 */
export async function liveWith(world: World, shop: TestMerchant, marker: string) {
  const { runtime } = world
  const customer = personOf(marker)
  const client = clientOf(marker)
  const metadata = { shop: marker }
  const send = async <T>(method: string, path: string, body?: unknown, status = 201): Promise<T> => {
    const headers = method === 'GET' ? {} : { 'Idempotency-Key': crypto.randomUUID() }
    const result = await call<T>(shop.privateKey, method, path, body, headers)
    if (result.status !== status) throw new Error(`${method} ${path} got ${result.status}: ${result.text}`)
    return result.body
  }
  const card = async (pan = visa) => ({ type: 'token', card: await tokenFor(shop, pan), client })
  const session = await newMember(runtime, shop.merchant, 'admin')
  const member = dashboard(runtime, session, shop.merchant)
  const attempt = () => crypto.randomUUID()
  await member.notification.changeSetting({ kind: 'decline', way: 'mail' })

  const given = { number: `no-${marker.length}`, customer, metadata, method: [await card(declining)] }
  const { id } = await send<Account>('POST', '/account', given)
  const at = `/account/${id}`
  const payment = { type: 'account', account: id, client }
  const ordered = { items: [{ name: 'Cup', price: 80, vat: 25 }], currency: 'SEK', payment, metadata }
  await send('POST', '/order', ordered, 400)
  await send('POST', `${at}/method`, await card(refused), 400)

  // A subscription whose payment fails until it is given up, with mail to the team about one failure and about several.
  const { id: subscription } = await subscribe(shop, { id }, { metadata })
  const mailTeam = async () => {
    world.clock.advance(minutes(5))
    await mailNotifications(runtime)
  }
  await runBilling(await contextNow(world, shop))
  await mailTeam()
  await move(shop, { advance: { days: 20 } })
  await mailTeam()
  await send('POST', `${at}/method`, await card())
  await send('DELETE', `${at}/subscription/${subscription}`, undefined, 200)

  // The customer.
  const byCustomer = await actorsOf(world, shop, { id }).byCustomer()
  await chooseLanguage(byCustomer, { accountId: id, language: 'de' })
  await requestEmailChange(byCustomer, { accountId: id, email: `new-${customer.email}` })
  const { key } = await send<{ key: string }>('POST', `${at}/link`)
  await openLink(runtime, key)
  await requestLinks(runtime, { email: customer.email, merchantId: shop.merchant })
  const accountKey = (await send<{ key: string }>('POST', `${at}/key`)).key

  // The team.
  for (const subject of ['account', 'order'] as const) {
    const order =
      subject === 'order' ? await send<Order>('POST', '/order', { ...ordered, number: 'B' }) : undefined
    const about = { subject, id: order?.id ?? id }
    await member.note.add({ ...about, text: `Note about ${marker}`, attempt: attempt() })
    await member.tag.add({ ...about, tag: marker })
    await member.metadata.replace({ ...about, metadata: { ...metadata, more: marker } })
    if (order) await post(shop, order.id, { type: 'cancel' })
  }
  const replaced = { ...customer, phone: `+46 1 ${marker}` }
  await member.account.replaceCustomer({ id, customer: replaced, language: 'sv' })
  await member.account.sendLink({ id, attempt: attempt() })
  for (const [name, search] of [
    ['Spaces as %20', `search=${encodeURIComponent(customer.name)}&status=active`],
    ['Spaces as +', `${new URLSearchParams({ status: 'active', search: customer.name })}`],
  ] as const)
    await member.view.save({ list: 'accounts', name: `${name}: ${marker}`, query: search })

  // An order that is charged, refunded with a remark, and whose receipt is sent again.
  const order = await send<Order>('POST', '/order', { ...ordered, number: 'A' })
  await send('POST', `/order/${order.id}/event`, { type: 'charge' })
  const refund = { type: 'refund', reason: 'other' } as const
  const operation = { id: order.id, event: refund, expected: 10_000n, remark: `Too big for ${marker}` }
  await member.order.operate({ ...operation, attempt: attempt() })
  const mails = await member.mail.list({ account: id })
  const receipt = mails.rows.find(({ template }) => template === 'receipt')
  await member.mail.resend({ id: receipt?.id ?? '', attempt: attempt() })
  return { id, accountKey, orderId: order.id, subscription, customer: replaced, session }
}

type Row = Record<string, string | null>

/** Returns every row of every table, also of tables that are added later. */
export async function everyRow(db: Database): Promise<{ table: string; row: Row }[]> {
  const tables = await db.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1, 2`)
  const rows = []
  for (const { schema, name } of tables) {
    const from = sql`${sql.identifier(schema)}.${sql.identifier(name)}`
    // Every column as text: files, numbers of any size, and JSON are compared as PostgreSQL writes them.
    const found = await db.execute<{ row: [string, string | null][] }>(sql`
      select (select jsonb_agg(jsonb_build_array(columns.key, columns.value) order by columns.key)
        from jsonb_each_text(to_jsonb(t)) columns) as row from ${from} t order by t::text`)
    rows.push(...found.map(({ row }) => ({ table: name, row: Object.fromEntries(row) })))
  }
  return rows
}

/** Returns the columns that contain a text, in any case, as `table.column`. */
export async function columnsWith(db: Database, text: string): Promise<string[]> {
  const found = (await everyRow(db)).flatMap(({ table, row }) =>
    Object.entries(row).flatMap(([column, value]) =>
      String(value).toLowerCase().includes(text.toLowerCase()) ? [`${table}.${column}`] : [],
    ),
  )
  return [...new Set(found)].sort()
}
