import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Database } from './client'
import { isOfOneRow } from './errors'

/**
 * A statement for any number of inputs. Returns one result per input, in the order of the inputs. If it throws an error
 * of PostgreSQL, it has changed nothing.
 */
export type SharedStatement<Input, Result> = (
  db: Database,
  inputs: readonly Input[],
) => Promise<readonly Result[]>

export interface CoalesceOptions {
  /** The maximum number of inputs in one statement. */
  max?: number
  /** The maximum number of waiting callers. Further ones get `QueueFull`. */
  queue?: number
  /**
   * Whether this is the first statement of a request. Such statements start a few milliseconds apart. Callers that come
   * meanwhile go together, and then share the statements that follow, too. A caller that comes alone does not wait.
   */
  first?: boolean
}

/** Too many callers wait for the same statement. Has PostgreSQL's code for resources that are used up. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
  readonly code = '53000'
}

/**
 * Sends a statement for several callers at once. A round trip and a commit cost PostgreSQL and this process more than
 * most rows do, so callers share them:
 *
 * - At low load, a statement is sent immediately.
 * - Callers that come while it is running wait, and go together in the next one. They never join a statement that has
 *   been sent, so each reads what was committed before it called.
 * - All statements of a database share a few places. While one waits for its place, more callers join it.
 * - If one row may be at fault, the statement is sent again in halves, so each caller gets its own outcome. If the
 *   connection failed, the outcome is unknown for all of them and nothing is sent again.
 *
 * Each database has its own queue of callers. Transactions cannot share: inside one, call the statement itself.
 */
export function coalesced<Input, Result>(
  statement: SharedStatement<Input, Result>,
  { max = 100, queue = 10_000, first = false }: CoalesceOptions = {},
): (db: Database, input: Input, signal?: AbortSignal) => Promise<Result> {
  const queueOf = onePer(
    (db) => new Queue<Input, Result>((inputs) => statement(db, inputs), placesOf(db), { max, queue, first }),
  )
  return (db, input, signal) => queueOf(db).join(input, signal)
}

/**
 * How many shared statements a process sends to a database at once. More would only compete for the same cores, and
 * share less.
 */
const places = availableParallelism() + 1

/** If first statements were sent at once, half the load would take nearly as much CPU as all of it. */
const msApart = 3

const placesOf = onePer(() => pLimit(places))

/** Returns a function that creates one value for each database. */
function onePer<T>(create: (db: Database) => T): (db: Database) => T {
  const known = new WeakMap<Database, T>()
  return (db) => {
    const one = known.get(db) ?? create(db)
    known.set(db, one)
    return one
  }
}

interface WaitingCaller<Input, Result> {
  input: Input
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

class Queue<Input, Result> {
  #waiting: WaitingCaller<Input, Result>[] = []
  #isSending = false
  #lastSent = -Infinity

  constructor(
    private readonly send: (inputs: readonly Input[]) => Promise<readonly Result[]>,
    private readonly places: LimitFunction,
    private readonly limits: Required<CoalesceOptions>,
  ) {}

  /** Waits for the caller's turn and result. Aborting takes effect only while the caller waits for its turn. */
  join(input: Input, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      if (this.#waiting.length >= this.limits.queue)
        throw new QueueFull('Too many callers wait for a statement')
      const caller = { input, resolve, reject }
      this.#waiting.push(caller)
      signal?.addEventListener('abort', () => this.#leave(caller, signal.reason), { once: true })
      if (!this.#isSending) void this.#sendWaiting()
    })
  }

  #leave(caller: WaitingCaller<Input, Result>, reason: unknown): void {
    const place = this.#waiting.indexOf(caller)
    if (place < 0) return
    this.#waiting.splice(place, 1)
    caller.reject(reason)
  }

  async #sendWaiting(): Promise<void> {
    this.#isSending = true
    while (this.#waiting.length > 0) {
      if (this.limits.first) await this.#keepApart()
      await this.places(() => this.#sendTogether(this.#waiting.splice(0, this.limits.max)))
    }
    this.#isSending = false
  }

  async #keepApart(): Promise<void> {
    const early = this.#lastSent + msApart - performance.now()
    if (early > 0) await wait(early)
    this.#lastSent = performance.now()
  }

  async #sendTogether(callers: readonly WaitingCaller<Input, Result>[]): Promise<void> {
    // All have given up waiting.
    if (callers.length === 0) return
    try {
      const results = await this.send(callers.map(({ input }) => input))
      if (results.length !== callers.length) throw new Error('A statement did not return a result per input')
      results.forEach((result, place) => {
        callers[place]?.resolve(result)
      })
    } catch (error) {
      if (callers.length === 1 || !isOfOneRow(error)) {
        for (const caller of callers) caller.reject(error)
        return
      }
      const half = Math.ceil(callers.length / 2)
      await this.#sendTogether(callers.slice(0, half))
      await this.#sendTogether(callers.slice(half))
    }
  }
}
