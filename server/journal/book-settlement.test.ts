import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { insertMany } from '@/db/many'
import { dispute, journalEntry, merchant as merchants, operation, settlementEntry } from '@/db/schema'
import { orderOf, post } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Dispute, EntryKind } from '../model/card/settlement'
import { adoptChanges } from '../payment/adopt-changes'
import { failureOf } from '../payment/decision'
import { newOperation } from '../payment/new-operation'
import { recordDecisions } from '../payment/record-decisions'
import { recordDispute } from '../settlement/record-dispute'
import { completePayout, linkEntries, recordEntries, recordPayout } from '../settlement/record-entries'
import { bookSettlement } from './book-settlement'
import { postEntry } from './post-entry'

const world = testWorld()
const service = 'stripe'

const entriesOf = async (merchantId: string) =>
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
    await post(owner, orderId, { type: 'charge' })
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
      itemised: 'yes',
    } as const
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

    // The order of the foreign payment becomes known, so what was booked without it is reversed.
    const { id: found } = await orderOf(owner, 7)
    await post(owner, found, { type: 'charge' })
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

  test('has what a card service charged or refunded beyond what the order says, until the order says it', async () => {
    const owner = await world.newMerchant()
    const { id: orderId } = await orderOf(owner, 100)
    await post(owner, orderId, { type: 'charge' })
    await moveOrder(orderId, 'pi_1')
    const date = '2026-03-31T12:00:00Z'
    const others = async () =>
      (await entriesOf(owner.merchant)).filter(({ kind }) => kind === 'other').map(({ amount }) => amount)
    await collect(owner, [
      { id: 'txn_1', kind: 'charge', amount: 10_000n, date, authorisation: 'pi_1' },
      { id: 'txn_2', kind: 'refund', amount: -500n, date, authorisation: 'pi_1' },
      { id: 'txn_3', kind: 'refund', amount: -200n, date, authorisation: 'pi_1' },
    ])
    await book()
    await book()
    expect(await others()).toEqual([-700n])
    const refund = (id: string, amount: bigint) =>
      adoptChanges(owner.context, {
        orderId,
        changes: [{ type: 'moved', id, kind: 'refund', amount, reason: 'external' }],
      })
    expect(await refund('re_1', 500n)).toMatchObject({ status: 'adopted' })
    await book()
    expect(await others()).toEqual([-700n, 500n])
    await refund('re_2', 200n)
    await book()
    expect(await others()).toEqual([-700n, 500n, 200n])
    // The next is collected while Kassa does not know yet whether its own refund has succeeded.
    const { db } = world.runtime
    await db.execute(
      sql`update operation set status = 'pending' where order_id = ${orderId} and amount = 200`,
    )
    await collect(owner, [
      { id: 'txn_4', kind: 'refund', amount: -300n, fee: 10n, date, authorisation: 'pi_1' },
    ])
    await book()
    expect(await others()).toHaveLength(3)
    await db.execute(sql`update operation set status = 'done' where order_id = ${orderId} and amount = 200`)
    await book()
    expect(await others()).toEqual([-700n, 500n, 200n, -300n])
  })

  test('counts an accepted refund as made until it fails', async () => {
    const owner = await world.newMerchant()
    const { db } = world.runtime
    const { id: orderId } = await orderOf(owner, 100)
    await post(owner, orderId, { type: 'charge' })
    await moveOrder(orderId, 'pi_1')
    const begun = newOperation(owner.context, {
      ...{
        orderId,
        place: 5,
        kind: 'refund',
        currency: 'SEK',
        amount: 3_000n,
        byAccount: false,
        units: null,
      },
    })
    await insertMany(db, operation, [{ ...begun, status: 'accepted', serviceReference: 're_1' }])
    const date = '2026-03-31T12:00:00Z'
    await collect(owner, [
      { id: 'txn_1', kind: 'charge', amount: 10_000n, date, authorisation: 'pi_1' },
      { id: 'txn_2', kind: 'refund', amount: -3_000n, date, authorisation: 'pi_1' },
    ])
    const others = async () =>
      (await entriesOf(owner.merchant)).filter(({ kind }) => kind === 'other').map(({ amount }) => amount)
    await book()
    expect(await others()).toEqual([])
    const [accepted] = await db.select().from(operation).where(eq(operation.id, begun.id))
    if (!accepted) expect.fail('The refund is gone')
    const refusal = { code: 'acquirer error', error: failureOf(accepted), final: true, repeatable: false }
    await recordDecisions(owner.context, [{ operation: accepted, status: 'failed', ...refusal }])
    await book()
    expect(await others()).toEqual([-3_000n])
  })

  test('reverses what it had of a payment whose order becomes known when its payout is complete', async () => {
    const owner = await world.newMerchant()
    const date = '2026-03-31T12:00:00Z'
    await collect(owner, [{ id: 'txn_1', kind: 'charge', amount: 10_000n, date, authorisation: 'pi_1' }])
    await book()
    const { id: orderId } = await orderOf(owner, 100)
    await post(owner, orderId, { type: 'charge' })
    await moveOrder(orderId, 'pi_1')
    await linkEntries(owner.context, service, new Date(date))
    await book()
    const other = (await entriesOf(owner.merchant)).filter(({ kind }) => kind === 'other')
    expect(other.map(({ amount, orderId: of }) => [amount, of])).toEqual([
      [-10_000n, orderId],
      [10_000n, null],
    ])
    // What has its order is not booked again.
    await linkEntries(owner.context, service, new Date(date))
    const again = and(eq(settlementEntry.merchantId, owner.merchant), eq(settlementEntry.isBooked, false))
    expect(await world.runtime.db.$count(settlementEntry, again)).toBe(0)
  })

  test('books a payout on the day of its arrival, whatever the time zone, or of its creation if it failed', async () => {
    const owner = await world.newMerchant()
    const timeZone = 'America/Los_Angeles'
    await world.runtime.db.update(merchants).set({ timeZone }).where(eq(merchants.id, owner.merchant))
    const arrives = new Date('2026-04-01T00:00:00Z')
    for (const [id, state] of [['po_failed', 'failed'] as const, ['po_west', 'paid'] as const])
      await recordPayout(owner.context, service, {
        ...{ id, state, amount: 100n, currency: 'USD', arrives, created: arrives, itemised: 'not yet' },
      })
    await book()
    expect((await entriesOf(owner.merchant)).map(({ source, bookedOn }) => [source, bookedOn])).toEqual([
      ['stripe po_failed', '2026-03-31'],
      ['stripe po_west', '2026-04-01'],
    ])
  })

  test('writes off a lost dispute of an order, and reverses it if the decision is changed', async () => {
    const owner = await world.newMerchant()
    const { id: orderId } = await orderOf(owner, 100)
    const lost: Dispute = {
      id: 'dp_1',
      authorisation: 'pi_lost',
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
    // A payment without an order was never booked as sold.
    await recordDispute(owner.context, service, { ...lost, state: 'lost' })
    await book()
    expect(await writeOffs()).toEqual([])
    await moveOrder(orderId, 'pi_lost')
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
      { kind: 'dispute', amount: -4_000n },
      { kind: 'write-off', amount: -4_000n },
    ] as const
    const withoutSale = { vat: [], zeroVat: null, country: 'DK', vatNumber: null }
    const postings = posted.flatMap((entry) => postEntry({ ...entry, ...withoutSale }, { isOss: () => true }))
    const sums: Record<string, bigint> = {}
    for (const { debit, credit, amount } of postings) {
      sums[debit] = (sums[debit] ?? 0n) + amount
      sums[credit] = (sums[credit] ?? 0n) - amount
    }
    expect(sums).toEqual({ receivable: -4_000n, disputed: 0n, losses: 4_000n })
  })
})
