// @module-tag slow

import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { document, journalEntry, unbooked } from '@/db/schema'
import { addChargedOrders } from '@/test/charged-orders'
import { compiled } from '@/test/compile'
import { testWorld } from '@/test/world'
import { dayOf } from '../model/calendar'

const world = testWorld()

/** Each has eight bookers. */
const processes = 4
const minKills = 4

test('32 bookers whose processes are killed repeatedly number documents without a gap', {
  timeout: 240_000,
}, async () => {
  const { db } = world.runtime
  const shops = [await world.newMerchant(), await world.newMerchant()]
  let orders = 0
  const add = async () => {
    for (const { merchant } of shops) await addChargedOrders(db, merchant, { from: orders + 1, count: 1500 })
    orders += 1500
  }
  await add()
  const script = compiled('test/booking-child.ts')
  const start = () => startBookers(script, world.databaseUrl)
  const running = Array.from({ length: processes }, start)
  for (let kills = 0; kills < minKills || (await db.$count(unbooked)) > 0; kills++) {
    // On a fast machine all would be booked before enough of them have died.
    if ((await db.$count(unbooked)) === 0) await add()
    await wait(randomInt(50, 250))
    // The last ones stay alive so that they can finish.
    if (kills >= 20) continue
    const victim = randomInt(processes)
    await end(running[victim])
    running[victim] = start()
  }
  await Promise.all(running.map(end))

  for (const { merchant, row } of shops) {
    const refunds = Math.floor(orders / 3)
    const rows = await db
      .select({ number: document.number, kind: document.kind, issued: document.issued })
      .from(document)
      .where(eq(document.merchantId, merchant))
      .orderBy(document.number)
    const year = dayOf(new Date(), row.timeZone).slice(0, 4)
    const upTo = (count: number, prefix: string) =>
      Array.from({ length: count }, (_, place) => `${prefix}${year}-${String(place + 1).padStart(6, '0')}`)
    const receipts = rows.filter(({ kind }) => kind === 'receipt')
    const credits = rows.filter(({ kind }) => kind === 'credit-note')
    expect(receipts.map(({ number }) => number)).toEqual(upTo(orders, ''))
    expect(credits.map(({ number }) => number)).toEqual(upTo(refunds, 'C'))
    for (const series of [receipts, credits]) {
      const times = series.map(({ issued }) => issued?.getTime() ?? 0)
      expect(times).toEqual([...times].sort((one, other) => one - other))
    }
    const [sum] = await db
      .select({ entries: sql<string>`count(*)`, amount: sql<string>`sum(amount)` })
      .from(journalEntry)
      .where(eq(journalEntry.merchantId, merchant))
    expect(sum).toEqual({ entries: `${orders + refunds}`, amount: `${12_500 * (orders - refunds)}` })
  }
})

async function end(bookers: Promise<ChildProcess> | undefined): Promise<void> {
  const child = await bookers
  child?.kill('SIGKILL')
  if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function startBookers(script: string, databaseUrl: string): Promise<ChildProcess> {
  const env = { ...process.env, LOG_LEVEL: 'fatal', BASE_URL: 'http://kassa.test', DATABASE_URL: databaseUrl }
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(child, 'message')
  return child
}
