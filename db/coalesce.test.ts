import { availableParallelism } from 'node:os'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from './client'
import { coalesced, QueueFull, type SharedStatement } from './coalesce'
import { isTransient } from './errors'

/** A statement in the hands of the test: each call waits until the test lets it return or fail. */
function heldStatement() {
  const calls: { inputs: readonly number[]; end: (error?: unknown) => void }[] = []
  const statement: SharedStatement<number, number> = (_, inputs) =>
    new Promise((resolve, reject) => {
      calls.push({
        inputs,
        end: (error) => (error ? reject(error) : resolve(inputs.map((input) => input * 10))),
      })
    })
  return { statement, calls }
}

/** Statements in the hands of the test use no database, but share its slots. */
const someDatabase = () => {
  const db = { execute: async () => [], transaction: async (work: (tx: object) => unknown) => work(db) }
  return db as unknown as Database
}

/** Waits until the statement was sent with these inputs. */
const sent = (calls: readonly { inputs: readonly number[] }[], expected: number[][]) =>
  expect.poll(() => calls.map(({ inputs }) => inputs)).toEqual(expected)

const ofPostgres = (code: string) => Object.assign(new Error(code), { code })

describe('a coalesced statement', () => {
  test('is sent immediately for the first caller, and together for callers that arrive meanwhile', async () => {
    const { statement, calls } = heldStatement()
    const call = coalesced(statement)
    const db = someDatabase()
    const first = call(db, 1)
    await sent(calls, [[1]])
    const results = [first, call(db, 2), call(db, 3)]
    calls[0]?.end()
    expect(await results[0]).toBe(10)
    await sent(calls, [[1], [2, 3]])
    calls[1]?.end()
    expect(await Promise.all(results)).toEqual([10, 20, 30])
    // The line is empty again.
    const next = call(db, 4)
    await sent(calls, [[1], [2, 3], [4]])
    calls[2]?.end()
    expect(await next).toBe(40)
  })

  test('starts some time after the last one if it is the first of a request, so that callers stay together', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
    onTestFinished(() => clock.mockRestore())
    const batches: (readonly number[])[] = []
    const call = coalesced<number, void>(
      async (_, inputs) => {
        batches.push(inputs)
        return inputs.map(() => undefined)
      },
      { first: true },
    )
    const db = someDatabase()
    // What needs no timer happens within these microtasks.
    const withoutTimer = async () => {
      for (let turn = 0; turn < 50; turn++) await Promise.resolve()
    }
    await call(db, 1)
    const second = call(db, 2)
    await withoutTimer()
    await Promise.all([second, call(db, 3)])
    expect(batches).toEqual([[1], [2, 3]])
    clock.mockReturnValue(2000)
    const alone = call(db, 4)
    await withoutTimer()
    expect(batches).toEqual([[1], [2, 3], [4]])
    await alone
    // The time counts from when it was sent, not from when it began to wait for a slot.
    const others = Array.from({ length: availableParallelism() + 1 }, heldStatement)
    const running = others.map(({ statement }) => coalesced(statement)(db, 0))
    for (const { calls } of others) await sent(calls, [[0]])
    clock.mockReturnValue(3000)
    const delayed = call(db, 5)
    await withoutTimer()
    clock.mockReturnValue(4000)
    for (const { calls } of others) calls[0]?.end()
    await Promise.all([delayed, ...running])
    const soonAfter = call(db, 6)
    await withoutTimer()
    await Promise.all([soonAfter, call(db, 7)])
    expect(batches.slice(3)).toEqual([[5], [6, 7]])
  })

  test('waits while as many others as there are slots are running, and more callers join it', async () => {
    const db = someDatabase()
    const others = Array.from({ length: availableParallelism() + 1 }, heldStatement)
    const running = others.map(({ statement }) => coalesced(statement)(db, 0))
    for (const { calls } of others) await sent(calls, [[0]])
    const { statement, calls } = heldStatement()
    const call = coalesced(statement)
    const first = call(db, 1)
    // Another database has slots of its own.
    const elsewhere = call(someDatabase(), 7)
    await sent(calls, [[7]])
    const second = call(db, 2)
    others[0]?.calls[0]?.end()
    await sent(calls, [[7], [1, 2]])
    for (const each of [...others, { calls }]) for (const { end } of each.calls) end()
    expect(await Promise.all([first, second, elsewhere, ...running])).toEqual([
      ...[10, 20, 70],
      ...others.map(() => 0),
    ])
  })

  test('takes at most a fixed number of inputs at once', async () => {
    const { statement, calls } = heldStatement()
    const call = coalesced(statement, { max: 2 })
    const db = someDatabase()
    const results = [1, 2, 3, 4, 5].map((input) => call(db, input))
    await sent(calls, [[1, 2]])
    calls[0]?.end()
    await sent(calls, [
      [1, 2],
      [3, 4],
    ])
    calls[1]?.end()
    await sent(calls, [[1, 2], [3, 4], [5]])
    calls[2]?.end()
    expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50])
  })

  test('refuses callers when its queue is full, and keeps the others', async () => {
    const { statement, calls } = heldStatement()
    const call = coalesced(statement, { queue: 2 })
    const db = someDatabase()
    const first = call(db, 1)
    await sent(calls, [[1]])
    const results = [first, call(db, 2), call(db, 3)]
    const refused = await call(db, 4).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(QueueFull)
    // The caller gets 503, and can repeat the request.
    expect(isTransient(refused)).toBe(true)
    calls[0]?.end()
    await expect.poll(() => calls.length).toBe(2)
    calls[1]?.end()
    expect(await Promise.all(results)).toEqual([10, 20, 30])
  })

  test('leaves out a caller who gave up waiting, and completes one whose statement has been sent', async () => {
    const { statement, calls } = heldStatement()
    const call = coalesced(statement)
    const db = someDatabase()
    const [patient, impatient] = [new AbortController(), new AbortController()]
    const first = call(db, 1, patient.signal)
    await sent(calls, [[1]])
    const second = call(db, 2, impatient.signal)
    const third = call(db, 3)
    patient.abort()
    impatient.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    await expect(call(db, 5, impatient.signal)).rejects.toThrow('gone')
    calls[0]?.end()
    expect(await first).toBe(10)
    await expect.poll(() => calls.length).toBe(2)
    expect(calls[1]?.inputs).toEqual([3])
    calls[1]?.end()
    expect(await third).toBe(30)
  })

  test('is sent again in halves that later callers do not wait for', async () => {
    const { statement, calls } = heldStatement()
    const call = coalesced(statement)
    const db = someDatabase()
    const first = call(db, 1)
    await sent(calls, [[1]])
    const [locked, free] = [call(db, 2), call(db, 3)]
    calls[0]?.end()
    await sent(calls, [[1], [2, 3]])
    calls[1]?.end(ofPostgres('55P03'))
    await sent(calls, [[1], [2, 3], [2]])
    const later = call(db, 4)
    await sent(calls, [[1], [2, 3], [2], [4]])
    calls[3]?.end()
    expect(await later).toBe(40)
    calls[2]?.end(ofPostgres('55P03'))
    await expect(locked).rejects.toThrow('55P03')
    await sent(calls, [[1], [2, 3], [2], [4], [3]])
    calls[4]?.end()
    expect(await Promise.all([first, free])).toEqual([10, 30])
  })

  test('hardly waits for locked rows once its halves have waited for some', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
    onTestFinished(() => clock.mockRestore())
    const patience: string[] = []
    const db = {
      transaction: (work: (tx: object) => unknown) => work(db),
      execute: async (query: SQL) => {
        const { sql: text } = new PgDialect().sqlToQuery(query)
        patience.push(/'(.*)'/.exec(text)?.[1] ?? text)
        clock.mockReturnValue(performance.now() + 100)
      },
    } as unknown as Database
    const call = coalesced<number, number>(async () => {
      throw ofPostgres('55P03')
    })
    await Promise.allSettled(Array.from({ length: 9 }, (_, index) => call(db, index)))
    expect(patience).toEqual([...Array(4).fill('100ms'), ...Array(12).fill('10ms')])
  })

  test('waits for the halves of an earlier statement if it fails, too, and takes no slot meanwhile', async () => {
    const { statement, calls } = heldStatement()
    const call = coalesced(statement)
    const db = someDatabase()
    const results = [call(db, 1)]
    await sent(calls, [[1]])
    results.push(call(db, 2), call(db, 3))
    calls[0]?.end()
    await sent(calls, [[1], [2, 3]])
    calls[1]?.end(ofPostgres('55P03'))
    await sent(calls, [[1], [2, 3], [2]])
    results.push(call(db, 4))
    await sent(calls, [[1], [2, 3], [2], [4]])
    results.push(call(db, 5), call(db, 6))
    calls[3]?.end()
    await sent(calls, [[1], [2, 3], [2], [4], [5, 6]])
    calls[4]?.end(ofPostgres('55P03'))
    // All slots but that of the first half are free.
    const others = Array.from({ length: availableParallelism() }, heldStatement)
    for (const other of others) results.push(coalesced(other.statement)(db, 0))
    for (const other of others) await sent(other.calls, [[0]])
    expect(calls).toHaveLength(5)
    for (const other of others) other.calls[0]?.end()
    for (const index of [2, 5, 6, 7]) {
      await expect.poll(() => calls.length).toBeGreaterThan(index)
      calls[index]?.end()
    }
    expect((await Promise.all(results)).slice(0, 6)).toEqual([10, 20, 30, 40, 50, 60])
    expect(calls.slice(5).map(({ inputs }) => inputs)).toEqual([[3], [5], [6]])
  })

  // An overloaded database must not get the same rows again.
  test.each(['CONNECTION_CLOSED', '57014'])(
    'fails for all callers, and is not sent again, after %s',
    async (code) => {
      const { statement, calls } = heldStatement()
      const call = coalesced(statement)
      const db = someDatabase()
      const first = call(db, 1)
      await sent(calls, [[1]])
      const outcomes = Promise.allSettled([first, call(db, 2), call(db, 3)])
      calls[0]?.end()
      await expect.poll(() => calls.length).toBe(2)
      calls[1]?.end(ofPostgres(code))
      expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
      expect(calls).toHaveLength(2)
    },
  )

  test('fails if it does not return a result per input', async () => {
    const call = coalesced<number, number>(async () => [1, 2])
    await expect(call(someDatabase(), 1)).rejects.toThrow('did not return a result per input')
  })
})
