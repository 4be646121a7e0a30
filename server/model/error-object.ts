import * as z from 'zod'

/** The types of documented errors, and the status of each. */
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

/** The content of a documented error. */
export interface Flaw {
  /** What was expected or concerned: `number`, `Order`, `model.Card`. */
  type: string
  /** A sentence that says what to do. */
  description: string
  /** Path of the property: `items[2].price`. */
  property?: string
  details?: Record<string, unknown>
}

export const errorObject = (type: ErrorType, content: Flaw) => ({ status: errorStatus[type], type, content })

export const errorExample = errorObject('invalid content', {
  type: 'Event',
  description: 'At most 60.00 SEK can be charged.',
  property: 'items',
})

/** The documented error object. */
export const ErrorContent = z
  .strictObject({
    status: z.int(),
    type: z.string(),
    content: z.strictObject({
      type: z.string(),
      description: z.string().meta({ description: 'What is wrong, and what to do' }),
      property: z
        .string()
        .optional()
        .meta({ description: 'Path of the property', example: 'items[2].price' }),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .meta({ id: 'Error', example: errorExample })
