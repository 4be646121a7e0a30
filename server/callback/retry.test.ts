import { expect, test } from 'vitest'
import { days, hours } from '../core/clock'
import { retryFor, retryIn } from './retry'

/** Returns when a callback that always fails is tried, in milliseconds since it was first due. */
function attemptsOf(random: () => number): number[] {
  const attempts = [0]
  for (let age = 0, gap: number | undefined = 0; gap !== undefined; age += gap) {
    if (age > 0) attempts.push(age)
    gap = retryIn({ attempts: attempts.length, age }, random())
    if (gap === undefined) break
  }
  return attempts
}

test('gaps between attempts grow from seconds to hours, over nearly three days', () => {
  const attempts = attemptsOf(() => 0.5)
  const gaps = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0))
  expect(gaps.slice(0, 3)).toEqual([5_000, 30_000, 120_000])
  expect(gaps).toEqual([...gaps].sort((a, b) => a - b))
  expect(gaps.at(-1)).toBe(hours(5))
  expect(attempts.at(-1)).toBeGreaterThan(days(3) - hours(6))
  expect(attempts.at(-1)).toBeLessThanOrEqual(retryFor)
  expect(attempts.length).toBeGreaterThan(15)
})

test('spreads out retries of callbacks that failed together', () => {
  const gaps = [0, 0.25, 0.5, 0.75, 1].map((random) => retryIn({ attempts: 9, age: 0 }, random))
  expect(gaps).toEqual([hours(4), hours(4.5), hours(5), hours(5.5), hours(6)])
})

test('a callback is not retried when its next attempt would come after three days', () => {
  expect(retryIn({ attempts: 1, age: retryFor - 5_000 }, 0.5)).toBe(5_000)
  expect(retryIn({ attempts: 1, age: retryFor - 4_999 }, 0.5)).toBeUndefined()
})
