interface Due {
  at: number
  work: () => void
}

/** The double's clock, in seconds. It runs with real time, and can be set forward. */
export class DoubleClock {
  #ahead = 0
  /** While work that was due runs: the time it was due at. */
  #moment: number | undefined
  /** In order of time. Work that is due at the same time stays in the order in which it was added. */
  #due: Due[] = []
  #timer: NodeJS.Timeout | undefined

  now(): number {
    return this.#moment ?? this.#time()
  }

  #time(): number {
    return Math.floor(Date.now() / 1000) + this.#ahead
  }

  /** Does the work when its time has come, at once if it is not in the future. */
  after(seconds: number, work: () => void): void {
    if (seconds <= 0) {
      work()
      return
    }
    const at = this.now() + seconds
    const place = this.#due.findLastIndex((each) => each.at <= at) + 1
    this.#due.splice(place, 0, { at, work })
    if (place === 0) this.#wait()
  }

  /** Sets the clock forward. What becomes due happens in order, each at its own time. */
  advance(seconds: number): void {
    if (!(seconds >= 0)) throw new Error('the clock only goes forward')
    this.#ahead += seconds
    this.runDue()
  }

  runDue(): void {
    const until = this.#time()
    for (let next = this.#due[0]; next && next.at <= until; next = this.#due[0]) {
      this.#due.shift()
      this.#moment = next.at
      try {
        next.work()
      } finally {
        this.#moment = undefined
      }
    }
    this.#wait()
  }

  #wait(): void {
    clearTimeout(this.#timer)
    const [next] = this.#due
    if (!next) return
    // A timer cannot wait for more than 24 days.
    const seconds = Math.min(next.at - this.#time(), 86_400)
    this.#timer = setTimeout(() => this.runDue(), Math.max(seconds, 0) * 1000 + 10)
    this.#timer.unref()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#due = []
  }
}
