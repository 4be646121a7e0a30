import { documented } from '../http/documented'
import { type ErrorType, errorStatus, type Flaw } from '../model/error-object'
import { fail } from '../model/errors'

const invalidToken = documented(fail('card.invalid-token', { field: 'payment.card' }))

const contents: Record<ErrorType, Flaw> = {
  'malformed content': { type: 'string', description: 'currency must be a string.', property: 'currency' },
  'missing property': {
    type: 'string',
    description: 'currency is missing. It must be a string.',
    property: 'currency',
  },
  'invalid content': invalidToken.content,
  'invalid query argument': { type: 'number', description: 'limit must be at most 1000.', property: 'limit' },
  'not authorized': documented(fail('key.not-in-force')).content,
  forbidden: { type: 'Authorization', description: 'A public key may not do this. Use a private key.' },
  'not found': documented(fail('not-found', { what: 'order' })).content,
  'method not allowed': {
    type: 'method',
    description: 'PUT is not possible here. Use POST, GET, PATCH, OPTIONS.',
  },
  conflict: {
    type: 'Idempotency-Key',
    description:
      'This Idempotency-Key was already used for a different request. Use a new key for each new request.',
  },
  'content too large': { type: 'content', description: 'The body is larger than 1 MiB. Send less at once.' },
  'unsupported media type': {
    type: 'Content-Type',
    description: 'The body must be JSON. Send the header Content-Type: application/json.',
  },
  'too many requests': { type: 'Kassa', description: 'Too many requests. Try again in a minute.' },
  'unknown error': {
    type: 'Kassa',
    description: 'Something went wrong on our side. Tell the operator of this service the request id 6f1c….',
  },
  'backend failure': documented(fail('card-service.failed')).content,
  'service unavailable': {
    type: 'database',
    description:
      'The database cannot do this right now. Repeat the request in a moment, with the same Idempotency-Key if you sent one.',
  },
  'backend timeout': documented(fail('card-service.no-response')).content,
}

const kinds = Object.keys(contents) as ErrorType[]

/** An example of each kind of error, for the documentation. */
export const errorExamples = Object.fromEntries(
  kinds.map((type) => [type, { status: errorStatus[type], type, content: contents[type] }]),
) as Record<ErrorType, { status: number; type: ErrorType; content: Flaw }>

/** Returns the errors of an endpoint that takes a card: a token that cannot be used, a decline, and 3-D Secure. */
export function cardErrorExamples(field: string) {
  const invalid = documented(fail('card.invalid-token', { field }))
  const declined = documented(fail('card.declined', { code: 'insufficient funds', field }))
  return {
    'invalid content': { value: invalid.toJSON() },
    declined: { value: declined.toJSON() },
    'verification required': { value: verificationExample },
  }
}

/** The error for a card that needs 3-D Secure. */
const verificationExample = documented(
  fail('card.verification', {
    challenge: {
      url: 'http://localhost:3000/bank',
      data: { pareq: '7a3c1e52-8d0f-4b6e-9a54-0f2f6f1f3c11' },
    },
  }),
).toJSON()
