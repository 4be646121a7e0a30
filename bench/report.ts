import { cpus } from 'node:os'
import type { Load } from './load'
import { median } from './median'
import type { WireCounts } from './wire'

/** One load on one kind of request. */
export interface Figures extends Load {
  /** CPU in ms per request. */
  web: number
  worker: number
  postgres: number
  /** Bytes per request. */
  wal: number
}

/** Returns the medians of several rounds. */
export function medians<T extends Load>(rounds: readonly T[]): T {
  const [first] = rounds
  if (!first) throw new Error('Nothing was measured')
  const middle = Object.entries(first).map(([name, value]) =>
    typeof value === 'number'
      ? [
          name,
          median(rounds.map((round) => Number(Object.entries(round).find(([other]) => other === name)?.[1]))),
        ]
      : [name, value],
  )
  return { ...first, ...Object.fromEntries(middle), failed: rounds.flatMap(({ failed }) => failed) }
}

/** Prints a Markdown table with a line before and after it. */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.log(['', line(header), line(header.map(() => '---')), ...rows.map(line), ''].join('\n'))
}

export function printHeading({
  postgres,
  minimumBy,
  how,
}: {
  postgres: string
  minimumBy: string
  how: string
}): void {
  const [cpu] = cpus()
  const today = new Date().toISOString().slice(0, 10)
  console.log(`\n## Measured on ${today}\n`)
  console.log(
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, Node ${process.version}, ${postgres}. ${how}`,
  )
  console.log(`The minimum is measured by ${minimumBy}.`)
}

export const loadHeader = [
  '',
  'connections',
  'per second',
  '÷ minimum at 16',
  'p50, p99 ms',
  'CPU ms: web, worker, PostgreSQL',
  'WAL kB',
]

/** Returns the cells of a load. The minimum itself has no web process. */
export function loadRow(name: string, connections: number, load: Load | Figures, minimum: number): string[] {
  const used = 'web' in load
  return [
    name,
    String(connections),
    perSecond(load.perSecond),
    Number.isNaN(minimum) ? '–' : (load.perSecond / minimum).toFixed(3),
    `${ms(load.p50)}, ${ms(load.p99)}`,
    used ? `${load.web.toFixed(2)}, ${load.worker.toFixed(2)}, ${load.postgres.toFixed(2)}` : '–',
    used ? (load.wal / 1000).toFixed(1) : '–',
  ]
}

export const latencyRow = (name: string, how: string, load: Load): string[] => [
  name,
  how,
  perSecond(load.perSecond),
  `${ms(load.p50)}, ${ms(load.p99)}`,
]

export const countsRow = (name: string, { statements, ofAcquirer, roundTrips }: WireCounts): string[] => [
  name,
  String(statements),
  String(ofAcquirer),
  String(roundTrips),
]

/** Prints how often a load failed, and why first. */
export function printFailures(name: string, { failed, done }: Load): void {
  if (failed.length > 0)
    console.log(`${name}: ${failed.length} of ${done + failed.length} failed: ${failed[0]}`)
}

export const perSecond = (rate: number) => Math.round(rate).toLocaleString('en')
export const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
