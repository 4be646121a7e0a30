/** A pause that can be ended early by `wake`. If it was woken beforehand, it returns immediately. */
export class Pause {
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
