import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertMany } from '@/db/many'
import { dispute, journalEntry, merchant as merchants } from '@/db/schema'
import { getOrder, orderOf, post } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { type TestMerchant, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { dayIn, dayOf, monthOf } from '../model/calendar'
import type { Dispute, EntryKind } from '../model/card/settlement'
import { recordDispute } from '../settlement/record-dispute'
import { completePayout, recordEntries, recordPayout } from '../settlement/record-entries'
import { bookSettlement } from './book-settlement'
import { compareWithOrders } from './compare-with-orders'
import { postEntry } from './post-entry'
import { sumJournal } from './sum-journal'

const world = testWorld()
const service = 'stripe'

let shop: TestMerchant
beforeAll(async () => {
  shop = await world.newMerchant()
})

const entriesOf = async (merchantId = shop.merchant) =>
  (await world.runtime.db.select().from(journalEntry).where(eq(journalEntry.merchantId, merchantId))).sort(
    (one, other) => (`${one.source} ${one.kind}` < `${other.source} ${other.kind}` ? -1 : 1),
  )

/** Two workers at the same time. */
const book = () => Promise.all([bookSettlement(world.runtime), bookSettlement(world.runtime)])

async function collect(
  { context }: TestMerchant,
  entries: {
    id: string
    kind: EntryKind
    amount: bigint
    fee?: bigint
    date: string
    authorisation?: string
    currency?: string
  }[],
): Promise<void> {
  const all = async function* () {
    for (const { date, fee = 0n, ...entry } of entries)
      yield { currency: 'SEK', ...entry, fee, date: new Date(date) }
  }
  await recordEntries(context, { service }, all())
}

/** Makes an order look as if another service had authorised it. */
const moveOrder = (id: string, reference: string) =>
  world.runtime.db.execute(
    sql`update "order" set service_reference = ${reference}, service = 'stripe' where id = ${id}`,
  )

describe('the journal', () => {
  test('has fees, disputes, payouts and movements that no order explains once, on the merchant’s day', async () => {
    const owner = await world.newMerchant()
    const { id: orderId } = await orderOf(owner, 100)
    await moveOrder(orderId, 'pi_1')
    const date = '2026-03-31T22:30:00Z'
    await collect(owner, [
      { id: 'txn_charge', kind: 'charge', amount: 10_000n, fee: 290n, date, authorisation: 'pi_1' },
      { id: 'txn_dispute', kind: 'dispute', amount: -10_000n, fee: 15_000n, date, authorisation: 'pi_1' },
      { id: 'txn_won', kind: 'dispute reversal', amount: 10_000n, date, authorisation: 'pi_1' },
      // What the service has converted is not what the order was charged.
      { id: 'txn_euros', kind: 'refund', amount: -100n, currency: 'EUR', date, authorisation: 'pi_1' },
      { id: 'txn_fee', kind: 'fee', amount: -500n, date },
      { id: 'txn_foreign', kind: 'charge', amount: 700n, fee: 20n, date, authorisation: 'pi_later' },
    ])
    const arrives = new Date('2026-04-03T00:00:00Z')
    const paid = {
      id: 'po_1',
      amount: 4_890n,
      currency: 'SEK',
      arrives,
      created: new Date(date),
      isItemised: true,
    }
    await recordPayout(owner.context, service, { ...paid, state: 'on its way' })
    await book()
    expect((await entriesOf(owner.merchant)).some(({ kind }) => kind === 'payout')).toBe(false)
    await recordPayout(owner.context, service, { ...paid, state: 'paid' })
    await completePayout(owner.context, service, 'po_1')
    await book()
    await collect(owner, [
      { id: 'txn_charge', kind: 'charge', amount: 10_000n, fee: 290n, date, authorisation: 'pi_1' },
    ])
    await book()
    const rows = await entriesOf(owner.merchant)
    expect(
      rows.map(({ kind, source, amount, fee, bookedOn }) => [source, kind, amount, fee, bookedOn]),
    ).toEqual([
      ['stripe po_1', 'payout', -4_890n, 0n, '2026-04-03'],
      ['stripe txn_charge', 'fee', -290n, 290n, '2026-04-01'],
      ['stripe txn_dispute', 'dispute', -10_000n, 0n, '2026-04-01'],
      ['stripe txn_dispute', 'fee', -15_000n, 15_000n, '2026-04-01'],
      ['stripe txn_euros', 'other', -100n, 0n, '2026-04-01'],
      ['stripe txn_fee', 'fee', -500n, 500n, '2026-04-01'],
      ['stripe txn_foreign', 'fee', -20n, 20n, '2026-04-01'],
      ['stripe txn_foreign', 'other', 700n, 0n, '2026-04-01'],
      ['stripe txn_won', 'dispute', 10_000n, 0n, '2026-04-01'],
    ])
    expect(rows.filter((row) => row.orderId === orderId)).toHaveLength(5)

    // The order of the foreign payment becomes known, so what was booked without it is taken back.
    const { id: found } = await orderOf(owner, 7)
    await moveOrder(found, 'pi_later')
    await collect(owner, [
      { id: 'txn_foreign', kind: 'charge', amount: 700n, fee: 20n, date, authorisation: 'pi_later' },
    ])
    await book()
    await book()
    const other = (await entriesOf(owner.merchant)).filter(
      ({ kind, currency }) => kind === 'other' && currency === 'SEK',
    )
    expect(other.map(({ source, amount }) => [source, amount])).toEqual([
      ['stripe txn_foreign order', -700n],
      ['stripe txn_foreign', 700n],
    ])
  })

  test('books a payout on the day of its arrival, whatever the time zone', async () => {
    const owner = await world.newMerchant()
    const timeZone = 'America/Los_Angeles'
    await world.runtime.db.update(merchants).set({ timeZone }).where(eq(merchants.id, owner.merchant))
    const arrives = new Date('2026-04-01T00:00:00Z')
    await recordPayout(owner.context, service, {
      ...{ id: 'po_west', amount: 100n, currency: 'USD', arrives, created: arrives, isItemised: false },
      state: 'paid',
    })
    await book()
    expect((await entriesOf(owner.merchant)).map(({ kind, bookedOn }) => [kind, bookedOn])).toEqual([
      ['payout', '2026-04-01'],
    ])
  })

  test('writes off a lost dispute, and takes it back if the decision is changed', async () => {
    const owner = await world.newMerchant()
    const lost: Dispute = {
      id: 'dp_1',
      authorisation: 'pi_none',
      amount: 4_000n,
      currency: 'SEK',
      reason: 'the bank gives no reason',
      state: 'needs response',
      isInquiry: false,
      opened: new Date('2026-03-01T10:00:00Z'),
      due: null,
    }
    const writeOffs = async () => (await entriesOf(owner.merchant)).map(({ kind, amount }) => [kind, amount])
    // It begins as an inquiry, and Kassa may not see what it is in between.
    await recordDispute(owner.context, service, { ...lost, isInquiry: true })
    await book()
    expect(await writeOffs()).toEqual([])
    await recordDispute(owner.context, service, { ...lost, state: 'lost' })
    await book()
    await book()
    expect(await writeOffs()).toEqual([['write-off', -4_000n]])
    await recordDispute(owner.context, service, { ...lost, state: 'won' })
    world.clock.advance(1000)
    await book()
    expect(await writeOffs()).toEqual([
      ['write-off', -4_000n],
      ['write-off', 4_000n],
    ])
    const [row] = await world.runtime.db.select().from(dispute).where(eq(dispute.merchantId, owner.merchant))
    expect(row?.writtenOff).toBe(0n)
    // What the bank took is a claim until the dispute is decided. Nothing is left of a lost one.
    const posted = [
      { kind: 'dispute', amount: -4_000n, vat: [] },
      { kind: 'write-off', amount: -4_000n, vat: [] },
    ] as const
    const sums: Record<string, bigint> = {}
    for (const { debit, credit, amount } of posted.flatMap((entry) => postEntry(entry))) {
      sums[debit] = (sums[debit] ?? 0n) + amount
      sums[credit] = (sums[credit] ?? 0n) - amount
    }
    expect(sums).toEqual({ receivable: -4_000n, disputed: 0n, losses: 4_000n })
  })
})

test('charges, refunds and cancels at all rates agree with the orders, to the cent', async () => {
  const owner = await world.newMerchant()
  const month = dayOf(world.clock.now(), owner.row.timeZone).slice(0, 7)
  const period = { from: `${month}-01`, to: dayIn(monthOf(`${month}-01`), 31) }
  const lines = [
    { name: 'Coffee', price: 79.99, vat: 12, quantity: 3 },
    { name: 'Cheese', price: 33.333333, vat: 25, quantity: 2 },
    { name: 'Book', price: 0.01, vat: 6, quantity: 7 },
    { name: 'Stamps', price: 11.11, vat: 0 },
  ]
  const { id } = await orderOf(owner, lines)
  await post(owner, id, {
    type: 'charge',
    items: [
      { name: 'Coffee', quantity: 2 },
      { name: 'Cheese', quantity: 1 },
    ],
  })
  await post(owner, id, { type: 'cancel', items: [{ name: 'Cheese', quantity: 1 }] })
  const waiting = await compareWithOrders(owner.context, period)
  expect(waiting).toMatchObject({ orders: 1, waiting: 1, differing: 0 })
  await post(owner, id, { type: 'charge' })
  await post(owner, id, {
    type: 'refund',
    items: [
      { name: 'Coffee', quantity: 1 },
      { name: 'Book', quantity: 3 },
    ],
  })
  const { id: inPart } = await orderOf(owner, 237.01)
  await post(owner, inPart, { type: 'charge', items: 125.01 })
  await post(owner, inPart, { type: 'cancel' })
  await post(owner, inPart, { type: 'refund', items: 12.99 })
  await bookAll(owner.context)
  expect(await compareWithOrders(owner.context, period)).toMatchObject({
    orders: 2,
    waiting: 0,
    differing: 0,
  })
  expect(await compareWithOrders(owner.context)).toMatchObject({ orders: 2, waiting: 0, differing: 0 })
  const statuses = await Promise.all([id, inPart].map(async (each) => (await getOrder(owner, each)).status))
  const stated = statuses
    .map(({ charged = 0 }) => Math.round(charged * 100))
    .reduce((one, other) => one + other)
  const { rates, kinds } = await sumJournal(owner.context, period)
  const sold = rates.map(({ charged, refunded }) => charged.net + charged.vat - refunded.net - refunded.vat)
  expect(sold.reduce((one, other) => one + other)).toBe(BigInt(stated))
  expect(kinds.reduce((sum, { amount }) => sum + amount, 0n)).toBe(BigInt(stated))
  expect(rates.map(({ rate }) => rate)).toEqual([25, 12, 6, 0, null])

  // Nobody has booked this refund, and the orders say so.
  await world.runtime.db.execute(
    sql`update "order" set charged = charged - 1, refunded = refunded + 1 where id = ${id}`,
  )
  const caller = dashboard(
    world.runtime,
    await newMember(world.runtime, owner.merchant, 'viewer'),
    owner.merchant,
  )
  const { differing, differences } = await caller.bookkeeping.agreement(period)
  expect([differing, differences.map(({ orderId }) => orderId)]).toEqual([1, [id]])
  expect(await caller.bookkeeping.get(period)).toMatchObject({
    chartName: 'BAS',
    hasSettlement: false,
    months: [{ ...period, isOver: false, closed: undefined }],
  })
  const { entries, next } = await caller.bookkeeping.entries(period)
  expect(next).toBeUndefined()
  expect(entries).toHaveLength(5)
  expect(entries.every(({ documentNumber }) => documentNumber !== null)).toBe(true)
  expect(entries.every(({ orderId, order }) => order?.id === orderId)).toBe(true)
})

test('PostgreSQL rejects an entry whose parts do not add up to its amount', async () => {
  const row = {
    merchantId: shop.merchant,
    kind: 'charge' as const,
    source: 'wrong',
    bookedOn: '2026-10-01',
    moved: world.clock.now(),
    currency: 'SEK',
    amount: 10_000n,
    fee: 0n,
    vat: [{ rate: 25, net: '8000', vat: '1999' }],
    created: world.clock.now(),
  }
  await expect(insertMany(world.runtime.db, journalEntry, [row])).rejects.toMatchObject({
    cause: { code: '23514' },
  })
})
