/** `code` is for the page, `message` for the shopper. */
export class KassaCardError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'KassaCardError'
    this.code = code
  }
}
