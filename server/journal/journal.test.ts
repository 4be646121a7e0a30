import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertMany } from '@/db/many'
import { dispute, journalEntry } from '@/db/schema'
import { orderOf, post } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { days, later } from '../core/clock'
import type { Dispute, EntryKind } from '../model/card/settlement'
import { recordDispute } from '../settlement/record-dispute'
import { completePayout, recordEntries, recordPayout } from '../settlement/record-entries'
import { bookSettlement } from './book-settlement'
import { closedMonths, closeMonth } from './close-month'
import { postEntry } from './post-entry'

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
  }[],
): Promise<void> {
  const all = async function* () {
    for (const { date, fee = 0n, ...entry } of entries)
      yield { ...entry, fee, currency: 'SEK', date: new Date(date) }
  }
  await recordEntries(context, { service }, all())
}

/** Makes an order look as if another service had authorised it. */
const moveOrder = (id: string, reference: string) =>
  world.runtime.db.execute(
    sql`update "order" set service_reference = ${reference}, payment = payment || '{"service": "stripe"}' where id = ${id}`,
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
      ['stripe txn_fee', 'fee', -500n, 500n, '2026-04-01'],
      ['stripe txn_foreign', 'fee', -20n, 20n, '2026-04-01'],
      ['stripe txn_foreign', 'other', 700n, 0n, '2026-04-01'],
      ['stripe txn_won', 'dispute', 10_000n, 0n, '2026-04-01'],
    ])
    expect(rows.filter((row) => row.orderId === orderId)).toHaveLength(4)

    // The order of the foreign payment becomes known, so what was booked without it is taken back.
    const { id: found } = await orderOf(owner, 7)
    await moveOrder(found, 'pi_later')
    await collect(owner, [
      { id: 'txn_foreign', kind: 'charge', amount: 700n, fee: 20n, date, authorisation: 'pi_later' },
    ])
    await book()
    await book()
    const other = (await entriesOf(owner.merchant)).filter(({ kind }) => kind === 'other')
    expect(other.map(({ source, amount }) => [source, amount])).toEqual([
      ['stripe txn_foreign order', -700n],
      ['stripe txn_foreign', 700n],
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
    await recordDispute(owner.context, service, lost)
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

describe('a closed month', () => {
  const refusal = (month: string) =>
    closeMonth(shop.context, month).then(
      () => 'closed',
      ({ code }: { code: string }) => code,
    )

  test('stays closed: what is found later is booked on the first open day', async () => {
    const now = world.clock.now()
    const thisMonth = `${now.toISOString().slice(0, 7)}-01`
    expect(await refusal(thisMonth)).toBe('month.not-over')
    await collect(shop, [{ id: 'txn_1', kind: 'fee', amount: -100n, date: '2026-03-15T10:00:00Z' }])
    expect(await refusal('2026-03-01')).toBe('month.not-booked')
    await book()
    expect(await refusal('2026-03-01')).toBe('closed')
    expect(await refusal('2026-03-17')).toBe('closed')
    expect(await refusal('2026-04-01')).toBe('closed')
    expect(await closedMonths(shop.context, { from: '2026-03-20', to: '2026-12-31' })).toMatchObject([
      { month: '2026-03-01' },
      { month: '2026-04-01' },
    ])
    await collect(shop, [{ id: 'txn_2', kind: 'fee', amount: -200n, date: '2026-03-16T10:00:00Z' }])
    await book()
    expect((await entriesOf()).map(({ bookedOn, moved }) => [bookedOn, moved.toISOString()])).toEqual([
      ['2026-03-15', '2026-03-15T10:00:00.000Z'],
      ['2026-05-01', '2026-03-16T10:00:00.000Z'],
    ])
    const change = (statement: string) =>
      world.runtime.db.execute(sql.raw(statement)).then(
        () => 'changed',
        ({ cause }: { cause: { code: string } }) => cause.code,
      )
    const where = `where merchant_id = '${shop.merchant}'`
    for (const table of ['closed_month', 'journal_entry']) {
      expect(await change(`update ${table} set merchant_id = merchant_id ${where}`)).toBe('23001')
      expect(await change(`delete from ${table} ${where}`)).toBe('23001')
      expect(await change(`truncate ${table}`)).toBe('23001')
    }
  })

  test('waits for entries that are being written', async () => {
    const owner = await world.newMerchant()
    const row = {
      merchantId: owner.merchant,
      kind: 'fee' as const,
      bookedOn: '2026-02-10',
      moved: new Date('2026-02-10T10:00:00Z'),
      currency: 'SEK',
      amount: -100n,
      fee: 100n,
      vat: [],
      created: world.clock.now(),
    }
    let closing: Promise<void> | undefined
    await world.runtime.db.transaction(async (tx) => {
      await insertMany(tx, journalEntry, [{ ...row, source: 'a' }])
      closing = closeMonth(owner.context, '2026-02-01')
      await expect
        .poll(async () => {
          const [found] = await world.runtime.db.execute<{ count: number }>(
            sql`select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
          return found?.count
        })
        .toBeGreaterThan(0)
      expect(await closedMonths(owner.context, { from: '2026-02-01', to: '2026-02-28' })).toEqual([])
      await insertMany(tx, journalEntry, [{ ...row, source: 'b' }])
    })
    await closing
    await insertMany(world.runtime.db, journalEntry, [{ ...row, source: 'c' }])
    expect((await entriesOf(owner.merchant)).map(({ bookedOn }) => bookedOn)).toEqual([
      '2026-02-10',
      '2026-02-10',
      '2026-03-01',
    ])
  })

  test('is not closed while a charge of the month is not booked', async () => {
    const owner = await world.newMerchant()
    const { id } = await orderOf(owner, 100)
    await post(owner, id, { type: 'charge' })
    const month = `${world.clock.now().toISOString().slice(0, 7)}-01`
    const context = { ...owner.context, clock: { now: () => later(world.clock.now(), days(32)) } }
    await expect(closeMonth(context, month)).rejects.toMatchObject({
      code: 'month.not-booked',
      params: { count: 1 },
    })
  })
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
