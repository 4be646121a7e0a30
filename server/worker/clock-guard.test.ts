import { afterEach, expect, test, vi } from 'vitest'
import { testWorld } from '@/test/world'
import { days, hours, systemClock } from '../core/clock'
import { clockGuard } from './clock-guard'

const world = testWorld()

afterEach(() => {
  vi.useRealTimers()
})

test('a clock that is set during a job does not change the time of the job, nor of those after it', async () => {
  const guard = clockGuard({ db: world.runtime.db, clock: systemClock })
  await guard.requireRightClock()
  const before = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: before + days(2) })
  const isRight = () => Math.abs(guard.clock.now().getTime() - before) < hours(1)
  expect(isRight()).toBe(true)
  await expect(guard.requireRightClock()).rejects.toThrow('The clock of this machine is 2880 minutes ahead')
  await expect(guard.failed).rejects.toThrow()
  expect(isRight()).toBe(true)
})

test('the time of jobs goes on, and follows the clock where it is set right', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const guard = clockGuard({ db: world.runtime.db, clock: systemClock })
  const begun = Date.now()
  vi.advanceTimersByTime(1000)
  expect(guard.clock.now().getTime() - begun).toBe(1000)
  vi.setSystemTime(begun + 61_000)
  expect(guard.clock.now().getTime() - begun).toBe(1000)
  await guard.requireRightClock()
  expect(guard.clock.now().getTime() - begun).toBe(61_000)
})
