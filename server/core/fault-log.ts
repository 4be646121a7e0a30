import { causes, isUnreachable } from '@/db/errors'
import { minutes } from './clock'
import { log } from './log'

/** Logs what becomes of work that is repeated every few seconds. */
export interface FaultLog {
  failed(error: unknown): void
  worked(): void
}

interface Outage {
  began: number
  latest: number
  failures: number
  /** When it is logged again, and how long after that the next time. */
  remindAt: number
  gapMs: number
}

const firstGapMs = minutes(1)
const longestGapMs = minutes(10)
/** Work that fails every few seconds and succeeds in between still fails. */
const quietMs = 10_000

/**
 * Logs the first failure, at growing intervals that the work still fails, and that it works again. A line for each failure
 * would be hundreds in an outage of some minutes.
 *
 * @param work what is done, as the subject of a sentence: 'Scheduling jobs'
 * @param fields logged with each line
 */
export function faultLog(work: string, fields: Record<string, string> = {}): FaultLog {
  let outage: Outage | undefined
  return {
    failed: (error) => {
      const now = performance.now()
      const isFirst = outage === undefined
      outage ??= { began: now, latest: now, failures: 0, remindAt: now, gapMs: firstGapMs }
      outage.latest = now
      outage.failures++
      if (now < outage.remindAt) return
      const { began, gapMs, failures } = outage
      Object.assign(outage, { remindAt: now + gapMs, gapMs: Math.min(2 * gapMs, longestGapMs) })
      const { err, reason } = explained(error)
      if (isFirst) log.error({ err, ...fields }, `${work} failed.${reason} Kassa keeps trying.`)
      else
        log.error(
          { err, failures, ...fields },
          `${work} still fails, after ${seconds(now - began)}.${reason}`,
        )
    },
    worked: () => {
      const now = performance.now()
      if (!outage || now < outage.latest + quietMs) return
      const { began, failures } = outage
      log.warn({ failures, ...fields }, `${work} works again, after ${seconds(now - began)}.`)
      outage = undefined
    },
  }
}

/** Without a database, the statement that failed says nothing. */
function explained(error: unknown): { err: unknown; reason: string } {
  if (!isUnreachable(error)) return { err: error, reason: '' }
  return { err: causes(error).at(-1), reason: ' The database cannot be reached.' }
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`
