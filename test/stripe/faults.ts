import * as z from 'zod'
import type { SeededRandom } from './random'

/**
 * What may go wrong with a request.
 *
 * - `lost-before`: the connection breaks, and nothing is done.
 * - `lost-after`: the work is done, and the connection breaks.
 * - `cut`: the work is done, and the connection breaks in the middle of the response.
 * - `delay`: the work begins `ms` later. Meanwhile the key is in use.
 * - `slow`: the work is done at once, and the response comes `ms` later.
 * - `rate-limit`: 429 `rate_limit`, nothing done.
 * - `lock-timeout`: `lock_timeout`, nothing done. Its status is 429, or `status`.
 * - `refused`: 400 without a code or a parameter, nothing done.
 * - `error-before`: 500, nothing done and nothing stored under the key.
 * - `error-instead`: nothing is done, and the response is 500, then and under the same key.
 * - `error-after`: the work is done, and the response is 500, then and under the same key.
 * - `gateway`: 502 with a page of HTML, nothing done.
 * - `bare-404`: 404 with JSON that has no `error`, nothing done.
 */
const faultKinds = [
  'lost-before',
  'lost-after',
  'cut',
  'delay',
  'slow',
  'rate-limit',
  'lock-timeout',
  'refused',
  'error-before',
  'error-instead',
  'error-after',
  'gateway',
  'bare-404',
] as const

export const faultRule = z.strictObject({
  kind: z.enum(faultKinds),
  /** The method of the requests. */
  method: z.enum(['GET', 'POST', 'DELETE']).optional(),
  /** A regular expression that the path matches. */
  path: z.string().optional(),
  /** How many matching requests pass before the first fault. */
  skip: z.int().min(0).default(0),
  /** How many requests are affected. */
  times: z.int().min(1).optional(),
  /** The probability for each matching request. */
  chance: z.number().min(0).max(1).default(1),
  ms: z.int().min(0).max(120_000).default(1000),
  status: z.int().min(400).max(599).default(429),
})
export type FaultRule = z.infer<typeof faultRule>

/** The rules added by tests. The first that applies to a request decides. */
export class Faults {
  #rules: (FaultRule & { seen: number; done: number })[] = []

  constructor(private readonly random: SeededRandom) {}

  add(rule: z.input<typeof faultRule>): void {
    this.#rules.push({ ...faultRule.parse(rule), seen: 0, done: 0 })
  }

  clear(): void {
    this.#rules = []
  }

  list(): (FaultRule & { seen: number; done: number })[] {
    return this.#rules.map((rule) => ({ ...rule }))
  }

  /** Returns the fault for a request, if any. */
  take(method: string, path: string): FaultRule | undefined {
    for (const rule of this.#rules) {
      if (rule.method !== undefined && rule.method !== method) continue
      if (rule.path !== undefined && !new RegExp(rule.path).test(path)) continue
      rule.seen += 1
      if (rule.seen <= rule.skip || (rule.times !== undefined && rule.done >= rule.times)) continue
      if (rule.chance < 1 && this.random.next() >= rule.chance) continue
      rule.done += 1
      return rule
    }
    return undefined
  }
}
