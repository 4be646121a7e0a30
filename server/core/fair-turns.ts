import { AsyncResource } from 'node:async_hooks'

/**
 * Lets work wait until fewer than `atOnce` others are running. Those who wait take turns: whoever wants a thousand things
 * delays everybody else by one of them.
 */
export class FairTurns {
  /** Whoever is next comes first. */
  readonly #waiting = new Map<unknown, (() => void)[]>()
  #running = 0

  constructor(readonly atOnce: number) {}

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0
  }

  /** Runs work when it is the turn of `who`, and returns its result. */
  take<T>(who: unknown, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      // The one who ends a turn starts the next, which belongs to another request.
      const turn = AsyncResource.bind(() => {
        this.#running++
        void work()
          .finally(() => this.#end())
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
    this.#waiting.delete(who)
    if (turns.length > 0) this.#waiting.set(who, turns)
    turn?.()
  }

  #end(): void {
    this.#running--
    // By then, whoever had the turn waits again if there is more to do. Otherwise others would get two turns for each of theirs.
    setImmediate(() => this.#next())
  }
}
