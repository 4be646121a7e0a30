import { expect, test } from 'vitest'
import { deferred } from '@/test/deferred'
import { startCollecting } from './start-collecting'

/** Collects as slowly as the test says. */
function slowly() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const collecting = startCollecting(async ({ merchantId }) => {
    const end = deferred<void>()
    begun.push(merchantId)
    ends.push(() => end.resolve())
    await end.promise
  })
  const add = (...merchants: string[]) => {
    for (const merchantId of merchants) collecting.add({ merchantId, service: 'stripe' })
  }
  return { begun, ends, add, stop: collecting.stop }
}

test('one connection at a time is collected, and again if it is added meanwhile', async () => {
  const { begun, ends, add, stop } = slowly()
  add('a')
  await expect.poll(() => begun).toEqual(['a'])
  add('b', 'a', 'b', 'a')
  ends[0]?.()
  await expect.poll(() => begun).toEqual(['a', 'b'])
  ends[1]?.()
  await expect.poll(() => begun).toEqual(['a', 'b', 'a'])
  ends[2]?.()
  await stop()
  expect(begun).toHaveLength(3)
})

test('stopping waits for the running collection, and begins no other', async () => {
  const { begun, ends, add, stop } = slowly()
  add('a', 'b')
  await expect.poll(() => begun).toEqual(['a'])
  let stopped = false
  const ended = stop().then(() => {
    stopped = true
  })
  await Promise.resolve()
  expect(stopped).toBe(false)
  ends[0]?.()
  await ended
  expect(begun).toEqual(['a'])
})

test('what is added after stopping is not collected', async () => {
  const { begun, add, stop } = slowly()
  await stop()
  add('a')
  await new Promise(setImmediate)
  expect(begun).toEqual([])
})
