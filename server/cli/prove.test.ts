// @module-tag slow

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orderOf, post } from '@/test/call'
import { commandOn } from '@/test/command'
import { testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { bookSettlement } from '../journal/book-settlement'
import { closeMonth } from '../journal/close-month'

const world = testWorld()
const prove = commandOn(world, 'server/cli/prove.ts')

const run = (statement: string) => world.runtime.db.execute(sql.raw(statement))

/** Changes rows that triggers protect. */
const force = (table: string, statement: string) =>
  world.runtime.db.transaction(async (tx) => {
    await tx.execute(sql.raw(`alter table ${table} disable trigger user`))
    await tx.execute(sql.raw(statement))
    await tx.execute(sql.raw(`alter table ${table} enable trigger user`))
  })

test('reports which checks pass and, after records are tampered with, which fail', async () => {
  const shop = await world.newMerchant()
  const where = `merchant_id = '${shop.merchant}'`
  const orders: string[] = []
  for (const items of [
    [
      { name: 'Coffee', price: 79.99, vat: 12, quantity: 3 },
      { name: 'Cheese', price: 33.333333, vat: 25 },
    ],
    100,
    [{ name: 'Book', price: 0.01, vat: 6, quantity: 7 }],
  ]) {
    const { id } = await orderOf(shop, items)
    orders.push(id)
    await post(shop, id, { type: 'charge' })
  }
  const [first = '', second = ''] = orders
  await post(shop, first, { type: 'refund', items: [{ name: 'Coffee', quantity: 1 }] })
  expect(await prove()).toMatchObject({ stdout: expect.stringContaining('4 events'), stderr: '', code: 0 })
  await bookAll(shop.context)
  await run(`insert into settlement_entry (merchant_id, service, id, kind, amount, fee, net, currency, date)
    values ('${shop.merchant}', 'stripe', 'txn_1', 'fee', -100, 0, -100, 'SEK', '2026-03-05T12:00:00Z')`)
  await bookSettlement(world.runtime)
  await closeMonth(shop.context, '2026-03-01')
  const right = await prove('--merchant', shop.merchant)
  expect(
    right.stdout
      .trim()
      .split('\n')
      .map((line) => line.replace(/^\S+ +/, '')),
  ).toEqual([
    'ok      PostgreSQL rejects changes to issued documents, entries and closed months: 8 triggers',
    'ok      The journal matches the state of every order: 3 orders',
    'ok      Every movement of money is booked or waits to be booked: 4 events',
    'ok      Every charge or refund entry has a document for the same amount: 4 entries',
    'ok      Every charge or refund entry matches the amount and kind of its event: 4 entries',
    'ok      Every entry is booked on the day of its movement, or on the first one after a closed month: 5 entries',
    'ok      The lines and the rates of every document add up to its totals: 4 documents',
    'ok      Document numbers have no gaps: 4 numbers',
    'ok      Nothing was booked in a closed month after it was closed: 1 entry of a closed month',
    'ok      Movements at card services are booked once: 1 movement',
    'ok      Every voucher in the exports balances and has the amount of its entry: 5 vouchers',
    'ok      The exports match the journal, day by day: 2 days',
  ])
  expect(right.code).toBe(0)

  await run(`insert into settlement_entry (merchant_id, service, id, kind, amount, fee, net, currency, date, is_booked)
    values ('${shop.merchant}', 'stripe', 'txn_2', 'fee', -100, 0, -100, 'SEK', '2026-03-05T12:00:00Z', true)`)
  await run(`insert into settlement_entry
      (merchant_id, service, id, kind, amount, fee, net, currency, date, is_booked, order_id)
    values ('${shop.merchant}', 'stripe', 'txn_3', 'refund', -500, 0, -500, 'SEK', now(), true, '${second}')`)
  await force('journal_entry', `delete from journal_entry where ${where} and source = '${second}:2'`)
  await force(
    'journal_entry',
    `update journal_entry set amount = amount + 1 where ${where} and source = '${first}:2'`,
  )
  await force(
    'journal_entry',
    `update journal_entry set created = now() + interval '1 day' where ${where} and kind = 'fee'`,
  )
  await force(
    'document',
    `update document set number = '2001-000009' where ${where} and order_id = '${second}'`,
  )
  await force(
    'document',
    `update document set gross = gross + 1, net = net + 1 where ${where} and order_id = '${first}' and sequence = 2`,
  )
  const wrong = await prove()
  const broken = wrong.stdout.split('\n').filter((line) => / {2}BROKEN {2}/.test(line))
  expect(broken.map((line) => line.split('  ')[2])).toEqual([
    'The journal matches the state of every order: 3 orders, 2 wrong',
    'Every movement of money is booked or waits to be booked: 4 events, 1 wrong',
    'Every charge or refund entry matches the amount and kind of its event: 3 entries, 1 wrong',
    'The lines and the rates of every document add up to its totals: 4 documents, 1 wrong',
    'Document numbers have no gaps: 4 numbers, 1 wrong',
    'Nothing was booked in a closed month after it was closed: 1 entry of a closed month, 1 wrong',
    'Movements at card services are booked once: 3 movements, 2 wrong',
    'Every voucher in the exports balances and has the amount of its entry: 4 vouchers, 1 wrong',
    'The exports match the journal, day by day: 2 days, 1 wrong',
  ])
  expect(wrong.stdout).toContain(`order ${second}: charged 10000 and refunded 0, in the journal 0 and 0 SEK`)
  expect(wrong.stdout).toContain(`order ${second}, event 2`)
  expect(wrong.stdout).toContain('fee of stripe txn_2')
  expect(wrong.stdout).toContain(`movements of order ${second}`)
  expect(wrong.code).toBe(1)

  expect(await prove('--merchant', 'nobody')).toMatchObject({
    stderr: expect.stringContaining('No merchant nobody'),
    code: 1,
  })
})
