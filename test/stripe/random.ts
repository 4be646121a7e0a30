const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Numbers from a seed: the same seed gives the same ids, faults and orders of delivery. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to less than 1. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let x = this.#state
    x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
    return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32
  }

  text(length: number): string {
    return Array.from({ length }, () => letters[Math.floor(this.next() * letters.length)]).join('')
  }

  shuffled<T>(values: readonly T[]): T[] {
    return values
      .map((value) => ({ value, at: this.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value)
  }
}
