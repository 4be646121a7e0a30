import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getOrder, post } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { textOfPdf } from '@/test/pdf-text'
import { chargedOrder, failsAt, type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { collectAll } from './collect'
import { type DisputeRow, disputedIn } from './disputes'
import { readEvidence } from './evidence'
import { evidencePdf } from './evidence-pdf'
import { exportDisputes } from './export-disputes'

const world = testWorld()

const collect = (shop: StripeShop) => collectAll(world.runtime, failsAt(shop))

const intentOf = ({ double }: StripeShop, { id }: { id: string }): string =>
  double.state.paymentIntents.newest().find(({ metadata }) => metadata.order === id)?.id ?? ''

test.each([
  ['all was lost', 10_000, 'lost', [], []],
  ['all was won', 10_000, 'won', [], [10_000n]],
  ['a part was lost', 4_000, 'lost', [], [6_000n]],
] as const)(
  'a refund is offered only of what the bank has not taken back: after a dispute in which %s',
  async (_, amount, outcome, during, after) => {
    const shop = await stripeShop(world)
    const { id } = await chargedOrder(shop)
    const { order: orders } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
    const offered = async () => (await orders.get({ id })).possible.map(({ amount }) => amount)
    expect(await offered()).toEqual([10_000n])
    const opened = shop.double.operate('dispute', { intent: intentOf(shop, { id }), amount })
    await collect(shop)
    expect(await offered()).toEqual(during)
    const refused = await post(shop, id, { type: 'refund' })
    expect(refused.body).toMatchObject({ status: 400, type: 'invalid content' })
    expect((await getOrder(shop, id)).event.map(({ type }) => type)).toEqual(['order', 'charge'])
    shop.double.operate('close-dispute', { dispute: opened.id, outcome })
    await collect(shop)
    expect(await offered()).toEqual(after)
  },
)

test('a limited refund offers only the units that cost no more than what is left', async () => {
  const shop = await stripeShop(world)
  const { order: orders } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  const offeredOf = async (quantity: number) => {
    const { id } = await chargedOrder(shop, 'pm_card_visa', { name: 'Tea', price: 100 / quantity, quantity })
    const { id: opened } = shop.double.operate('dispute', { intent: intentOf(shop, { id }), amount: 4_000 })
    shop.double.operate('close-dispute', { dispute: opened, outcome: 'lost' })
    await collect(shop)
    return (await orders.get({ id })).possible.map(({ amount, units }) => ({ amount, units }))
  }
  expect(await offeredOf(1)).toEqual([])
  expect(await offeredOf(2)).toEqual([{ amount: 6_000n, units: [1] }])
  expect(await offeredOf(4)).toEqual([{ amount: 6_000n, units: [2] }])
})

test('evidence names the dispute, the order and its events, and is a PDF', async () => {
  const shop = await stripeShop(world)
  const order = await chargedOrder(shop)
  shop.double.operate('dispute', { intent: intentOf(shop, order) })
  await collect(shop)
  await world.runtime.db.execute(sql`
    insert into order_event (merchant_id, order_id, sequence, type, original, date, currency, error)
    values (${shop.merchant}, ${order.id}, 9, 'fail', 'refund', now(), 'SEK', '{"code":"x","description":"Disputed."}')`)
  const evidence = await readEvidence(shop.context, order.id)
  expect(evidence.disputes).toHaveLength(1)
  const pdf = Buffer.from(
    await new Response(evidencePdf(evidence, shop.context.merchant, new Date())).arrayBuffer(),
  )
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.subarray(-7).toString()).toContain('%%EOF')
  expect(textOfPdf(pdf).join('\n')).toContain('Refund failed: Disputed.')
  await expect(readEvidence(shop.context, 'aKdRUwhpmEoXqTfB')).rejects.toMatchObject({ code: 'not-found' })
})

test('the export of disputes says until when they need a response, and when they were decided', async () => {
  const shop = await stripeShop(world)
  const { id } = await chargedOrder(shop)
  const opened = shop.double.operate('dispute', { intent: intentOf(shop, { id }) })
  await collect(shop)
  const exported = async (show: 'open' | 'closed') => {
    const file = exportDisputes(shop.context, { show, columns: 'status,due,decided' })
    return (await new Response(file).text()).split('\n')[1]
  }
  expect(await exported('open')).toMatch(/^needs response;no;20\d\d-\d\d-\d\dT.*Z;$/)
  shop.double.operate('close-dispute', { dispute: opened.id, outcome: 'lost' })
  await collect(shop)
  expect(await exported('closed')).toMatch(/^lost;no;;20\d\d-\d\d-\d\dT.*Z$/)
})

test('an inquiry takes no money, whatever becomes of it', () => {
  const row = { amount: 4_000n, isInquiry: true } as DisputeRow
  const inquiries = (['needs response', 'lost'] as const).map((state) => ({ ...row, state }))
  expect(disputedIn(inquiries)).toEqual({ open: 0n, lost: 0n })
  expect(disputedIn(inquiries.map((each) => ({ ...each, isInquiry: false })))).toEqual({
    open: 4_000n,
    lost: 4_000n,
  })
})
