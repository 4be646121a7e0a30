import { AsyncResource } from 'node:async_hooks'

/**
 * Runs at most `atOnce` pieces of work at a time. Waiting callers take turns, so a caller with a thousand requests delays
 * each of the others by one.
 */
export class FairTurns {
  /** In the order of their turns. */
  readonly #waiting = new Map<unknown, (() => void)[]>()
  #running = 0

  constructor(private readonly atOnce: number) {}

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0
  }

  /** Runs work when it is the turn of `who`, and returns its result. */
  take<T>(who: unknown, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      // A turn is started by the one before it, which belongs to another request.
      const turn = AsyncResource.bind(() => {
        this.#running++
        void work()
          .finally(() => this.#end(who))
          .then(resolve, reject)
      })
      const mine = this.#waiting.get(who)
      if (mine) mine.push(turn)
      else this.#waiting.set(who, [turn])
      this.#next()
    })
  }

  #next(): void {
    const [next] = this.#waiting
    if (!next || this.#running === this.atOnce) return
    const [who, turns] = next
    const turn = turns.shift()
    this.#moveToEnd(who)
    turn?.()
  }

  #end(who: unknown): void {
    this.#running--
    // Behind those who came during the turn.
    this.#moveToEnd(who)
    this.#next()
  }

  #moveToEnd(who: unknown): void {
    const turns = this.#waiting.get(who)
    this.#waiting.delete(who)
    if (turns && turns.length > 0) this.#waiting.set(who, turns)
  }
}
