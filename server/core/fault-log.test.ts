import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { faultLog } from './fault-log'
import { log } from './log'

let now = 0
const lines: { msg: unknown; failures: unknown; error: string }[] = []

beforeEach(() => {
  lines.length = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const note = (fields: unknown, msg?: unknown) => {
    const { err, failures } = fields as { err?: Error; failures?: number }
    lines.push({ msg, failures, error: err?.message ?? '' })
  }
  vi.spyOn(log, 'error').mockImplementation(note)
  vi.spyOn(log, 'warn').mockImplementation(note)
})
afterEach(() => vi.restoreAllMocks())

const failFor = (faults: ReturnType<typeof faultLog>, ms: number, error: Error) => {
  for (const end = now + ms; now < end; now += 2000) faults.failed(error)
}

test('work that fails every two seconds for an hour is logged at growing intervals, and when it works again', () => {
  const faults = faultLog('Booking')
  faults.worked()
  failFor(faults, 3_600_000, new Error('disk full'))
  now += 20_000
  faults.worked()
  faults.worked()
  const still = [60, 180, 420, 900, 1500, 2100, 2700, 3300].map((s) => `Booking still fails, after ${s} s.`)
  const texts = ['Booking failed. Kassa keeps trying.', ...still, 'Booking works again, after 3620 s.']
  expect(lines.map(({ msg }) => msg)).toEqual(texts)
  expect(lines.at(-1)).toMatchObject({ failures: 1800 })
  faults.failed(new Error('disk full'))
  expect(lines.at(-1)?.msg).toBe(texts[0])
})

test('work that also succeeds now and then counts as failing until nothing has failed for ten seconds', () => {
  const faults = faultLog('Booking')
  for (let round = 0; round < 20; round++) {
    faults.failed(new Error('deadlock'))
    now += 2000
    faults.worked()
  }
  expect(lines).toHaveLength(1)
})

test('without a database, the log says so instead of showing a statement', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' })
  faultLog('Booking').failed(new Error('Failed query: select 1', { cause: refused }))
  const msg = 'Booking failed. The database cannot be reached. Kassa keeps trying.'
  expect(lines).toMatchObject([{ msg, error: refused.message }])
})
