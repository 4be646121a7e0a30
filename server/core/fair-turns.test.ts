import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { deferred } from '@/test/deferred'
import { FairTurns } from './fair-turns'

test('runs at most `atOnce` at a time, and callers take turns', async () => {
  const turns = new FairTurns(2)
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const take = (who: string, name: string) =>
    turns.take(who, async () => {
      began.push(name)
      const { promise, resolve } = deferred<void>()
      ends.set(name, resolve)
      await promise
      return name
    })
  const all = [
    take('a', 'a1'),
    take('a', 'a2'),
    take('a', 'a3'),
    take('a', 'a4'),
    take('b', 'b1'),
    take('c', 'c1'),
  ]
  expect(began).toEqual(['a1', 'a2'])
  const order = ['b1', 'c1', 'a3', 'a4']
  for (const [index, ended] of ['a1', 'a2', 'b1', 'c1'].entries()) {
    ends.get(ended)?.()
    await expect.poll(() => began.at(-1)).toBe(order[index])
    expect(began).toHaveLength(index + 3)
  }
  for (const name of ['a3', 'a4']) ends.get(name)?.()
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'])
  expect(turns.isIdle).toBe(true)
})

test('work that fails ends its turn', async () => {
  const turns = new FairTurns(1)
  const failed = turns.take('a', () => Promise.reject(new Error('broken')))
  const next = turns.take('a', async () => 'next')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

test('runs work in the context of its caller', async () => {
  const turns = new FairTurns(1)
  const request = new AsyncLocalStorage<string>()
  const read = (name: string) => request.run(name, () => turns.take(name, async () => request.getStore()))
  expect(await Promise.all(['a', 'b', 'c'].map(read))).toEqual(['a', 'b', 'c'])
})
