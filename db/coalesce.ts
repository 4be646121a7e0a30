import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { type Database, type Queryable, waitingBriefly } from './client'
import { isOfOneRow } from './errors'
import { perDatabase } from './per-database'

/**
 * A statement for any number of inputs. Returns one result per input, in the order of the inputs. Must be atomic: if it
 * throws an error of PostgreSQL, nothing was changed.
 */
export type SharedStatement<Input, Result> = (
  db: Queryable,
  inputs: readonly Input[],
) => Promise<readonly Result[]>

export interface CoalesceOptions {
  /** The maximum number of inputs in one statement. */
  max?: number
  /** The maximum number of waiting callers. Further ones get `QueueFull`. */
  queue?: number
  /**
   * Set for a request's first statement: it is sent at least a few milliseconds after the previous one. Requests that
   * arrive in between go together, and so share their later statements, too.
   */
  first?: boolean
}

/** Too many callers are waiting for the same statement. Has PostgreSQL's code for insufficient resources. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
  readonly code = '53000'
}

/**
 * Sends a statement for several callers at once. A round trip and a commit usually cost PostgreSQL and this process
 * more than the row itself, so callers share them:
 *
 * - At low load, a statement is sent immediately.
 * - Callers that arrive while it is running wait, and go together in the next one. They never join a statement that has
 *   been sent, so each sees everything that was committed before its call.
 * - All statements of a database share a few slots. While a statement waits for a slot, more callers can join it.
 * - If one row may be at fault, the statement is sent again in halves, so each caller gets its own outcome. The halves
 *   wait only briefly for locked rows, however many there are, and later callers wait for them only if theirs fails, too.
 *   After any other error, its callers get that error and are not sent again.
 *
 * Each database has its own queue of callers. Transactions cannot share: inside one, call the statement itself.
 */
export function coalesced<Input, Result>(
  statement: SharedStatement<Input, Result>,
  { max = 100, queue = 10_000, first = false }: CoalesceOptions = {},
): (db: Database, input: Input, signal?: AbortSignal) => Promise<Result> {
  const queueOf = perDatabase((db) => {
    const send: Send<Input, Result> = (inputs, failed) =>
      failed ? waitingBriefly(db, failed, (tx) => statement(tx, inputs)) : statement(db, inputs)
    return new Queue(send, slotsOf(db), { max, queue, first })
  })
  return (db, input, signal) => queueOf(db).join(input, signal)
}

/** Statements in flight per database. More would compete for this machine's cores, and each have fewer callers. */
const slots = availableParallelism() + 1

/** Without this gap, each statement has so few callers at half load that the CPU is nearly as busy as at full load. */
const msApart = 3

const slotsOf = perDatabase(() => pLimit(slots))

/** `failed`: when a statement for these and others failed, by `performance.now()`. */
type Send<Input, Result> = (inputs: readonly Input[], failed?: number) => Promise<readonly Result[]>

interface WaitingCaller<Input, Result> {
  input: Input
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

class Queue<Input, Result> {
  #waiting: WaitingCaller<Input, Result>[] = []
  #isSending = false
  #lastSent = -Infinity
  #halves = Promise.resolve()

  constructor(
    private readonly send: Send<Input, Result>,
    private readonly slots: LimitFunction,
    private readonly options: Required<CoalesceOptions>,
  ) {}

  /** Waits for the caller's turn and result. Aborting takes effect only while the caller waits for its turn. */
  join(input: Input, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      if (this.#waiting.length >= this.options.queue)
        throw new QueueFull('Too many callers are waiting for a statement')
      const caller = { input, resolve, reject }
      this.#waiting.push(caller)
      signal?.addEventListener('abort', () => this.#leave(caller, signal.reason), { once: true })
      if (!this.#isSending) void this.#sendWaiting()
    })
  }

  #leave(caller: WaitingCaller<Input, Result>, reason: unknown): void {
    const index = this.#waiting.indexOf(caller)
    if (index < 0) return
    this.#waiting.splice(index, 1)
    caller.reject(reason)
  }

  async #sendWaiting(): Promise<void> {
    this.#isSending = true
    while (this.#waiting.length > 0) {
      const early = this.options.first ? this.#lastSent + msApart - performance.now() : 0
      if (early > 0) await wait(early)
      const failed = await this.slots(() => this.#sendTogether(this.#waiting.splice(0, this.options.max)))
      if (failed.length === 0) continue
      // One statement at a time: a queue must not take every slot.
      await this.#halves
      this.#halves = this.#sendInHalves(failed)
    }
    this.#isSending = false
  }

  /** Sends a statement. Returns its callers if one of them may have made it fail for the others. */
  async #sendTogether(callers: WaitingCaller<Input, Result>[], failed?: number) {
    // Everyone may have left while waiting for the slot.
    if (callers.length === 0) return []
    this.#lastSent = performance.now()
    const inputs = callers.map(({ input }) => input)
    try {
      const results = await this.send(inputs, failed)
      if (results.length !== callers.length) throw new Error('A statement did not return a result per input')
      for (const [index, result] of results.entries()) callers[index]?.resolve(result)
    } catch (error) {
      if (callers.length > 1 && isOfOneRow(error)) return callers
      for (const caller of callers) caller.reject(error)
    }
    return []
  }

  /** Sends one half after the other: of two callers that exclude each other, the first succeeds. */
  async #sendInHalves(callers: WaitingCaller<Input, Result>[], failed = performance.now()): Promise<void> {
    const half = Math.ceil(callers.length / 2)
    for (const part of [callers.slice(0, half), callers.slice(half)])
      if (part.length > 0)
        await this.#sendInHalves(await this.slots(() => this.#sendTogether(part, failed)), failed)
  }
}
