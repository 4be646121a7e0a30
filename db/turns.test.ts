import { afterEach, expect, test, vi } from 'vitest'
import { deferred } from '@/test/deferred'
import { testWorld } from '@/test/world'
import { transactionInTurn } from './turns'

const world = testWorld()

afterEach(() => {
  vi.useRealTimers()
})

test('a transaction that waited too long gives its turn to the next', async () => {
  const { db } = world.runtime
  const running = deferred<void>()
  const done: string[] = []
  const begun = deferred<void>()
  const first = transactionInTurn(db, 'key', () => {
    begun.resolve()
    return running.promise
  })
  await begun.promise
  // Only for the time that it waits: the driver has timers of its own.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const late = transactionInTurn(db, 'key', async () => done.push('late'))
  const refused = expect(late).rejects.toMatchObject({ code: '55P03' })
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await refused
  const next = transactionInTurn(db, 'key', async () => done.push('next'))
  running.resolve()
  await Promise.all([first, next])
  expect(done).toEqual(['next'])
})
