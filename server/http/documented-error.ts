import { hideCardNumbers, mapTexts } from '../model/card-number'
import { type ErrorType, errorObject, type Flaw } from '../model/error-object'

/** An error as the API documents it. */
export interface Documented {
  type: ErrorType
  content: Flaw
  headers?: Record<string, string>
}

/**
 * An error found in a request before the domain sees it. Domain errors have codes, which `documented` converts to this.
 */
export class DocumentedError extends Error {
  override readonly name = 'DocumentedError'
  readonly type: ErrorType
  /** Card numbers are hidden, because a name or path in it may come from the caller. */
  readonly content: Flaw
  readonly headers: Record<string, string>

  constructor({ type, content, headers = {} }: Documented, options?: ErrorOptions) {
    const shown = mapTexts(content, (text, name) => hideCardNumbers(shortened(text, name))) as Flaw
    super(shown.description, options)
    this.type = type
    this.content = shown
    this.headers = headers
  }

  get status(): number {
    return errorObject(this.type, this.content).status
  }

  toJSON() {
    return errorObject(this.type, this.content)
  }
}

/** How much of a sentence or a path is shown, in characters: names in it come from the caller and may be any length. */
const maxShown = 1000

const shortened = (text: string, name?: string): string =>
  (name === 'description' || name === 'property') && text.length > maxShown
    ? `${text.slice(0, maxShown).toWellFormed()}…`
    : text
