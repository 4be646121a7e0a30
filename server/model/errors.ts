import { hideCardNumbers } from './card-number'

/** The types of error in the interface, and their HTTP statuses. */
export const errorStatus = {
  'malformed content': 400,
  'missing property': 400,
  'invalid content': 400,
  'invalid query argument': 400,
  'not authorized': 401,
  forbidden: 403,
  'not found': 404,
  'method not allowed': 405,
  conflict: 409,
  'content too large': 413,
  'unsupported media type': 415,
  'too many requests': 429,
  'unknown error': 500,
  'backend failure': 502,
  'service unavailable': 503,
  'backend timeout': 504,
} as const

export type ErrorType = keyof typeof errorStatus

/** What went wrong, as the interface describes it. */
export interface Flaw {
  /** What was expected or affected: `number`, `Order`, `model.Card`. */
  type: string
  /** A sentence that tells the caller what to do. */
  description: string
  /** Path of the property: `items[2].price`. */
  property?: string
  details?: Record<string, unknown>
}

/**
 * The only error class for callers. Domain functions throw it; REST and tRPC map it to a response. Any other error is a
 * fault in Kassa and becomes an `unknown error`.
 */
export class KassaError extends Error {
  override readonly name = 'KassaError'

  /** Without card numbers, because the caller may have chosen a name or a path in it. */
  readonly content: Flaw

  constructor(
    readonly type: ErrorType,
    content: Flaw,
    options?: ErrorOptions & { headers?: Record<string, string> },
  ) {
    const shown = withoutCardNumbers(content) as Flaw
    super(shown.description, options)
    this.content = shown
    this.headers = options?.headers ?? {}
  }

  readonly headers: Record<string, string>

  get status(): number {
    return errorStatus[this.type]
  }

  /** The documented error object. */
  toJSON(): { status: number; type: ErrorType; content: Flaw } {
    return { status: this.status, type: this.type, content: this.content }
  }
}

/** How many characters of a sentence or path are kept: names in it come from the caller and can have any length. */
const longestShown = 1000

/** A copy with card numbers hidden in all texts and names. Amounts stay unchanged. */
function withoutCardNumbers(value: unknown, name?: string): unknown {
  if (typeof value === 'string') {
    const isCut = (name === 'description' || name === 'property') && value.length > longestShown
    return hideCardNumbers(isCut ? `${value.slice(0, longestShown).toWellFormed()}…` : value)
  }
  if (Array.isArray(value)) return value.map((inner) => withoutCardNumbers(inner))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [hideCardNumbers(key), withoutCardNumbers(inner, key)]),
  )
}

export const invalidContent = (
  type: string,
  description: string,
  at?: { property?: string; details?: Record<string, unknown> },
): KassaError => new KassaError('invalid content', { type, description, ...at })

/** Returns the same bytes for an id that does not exist and for one that belongs to another merchant. */
export const notFound = (type: string): KassaError =>
  new KassaError('not found', {
    type,
    description: `No such ${type.toLowerCase()}. Check the id, and that the key belongs to the same merchant.`,
  })

export const forbidden = (description: string): KassaError =>
  new KassaError('forbidden', { type: 'Authorization', description })
