/** Somewhere to rest for a while, or until woken; who was woken beforehand does not lie down at all. */
export class Rest {
  #woken = false
  #rise: (() => void) | undefined

  wake(): void {
    this.#woken = true
    this.#rise?.()
  }

  async for(ms: number): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#rise = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#rise = undefined
    this.#woken = false
  }
}
