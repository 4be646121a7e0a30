import { type ErrorType, errorStatus, type Flaw } from '../../model/errors'

const contents: Record<ErrorType, Flaw> = {
  'malformed content': { type: 'string', description: 'currency must be a text.', property: 'currency' },
  'missing property': {
    type: 'string',
    description: 'currency is missing. Give it: a text.',
    property: 'currency',
  },
  'invalid content': {
    type: 'model.Card',
    description:
      'No valid and unexpired card pre-authorization can be found. Make a new card token and use it once, within the hour.',
    property: 'payment.card',
  },
  'invalid query argument': { type: 'number', description: 'limit must be at most 1000.', property: 'limit' },
  'not authorized': {
    type: 'Authorization',
    description: 'The key is unknown, expired or revoked. Use a key that is in force.',
  },
  forbidden: { type: 'Authorization', description: 'A public key may not do this. Use a private key.' },
  'not found': {
    type: 'Order',
    description: 'No such order. Check the id, and that the key belongs to the same merchant.',
  },
  'method not allowed': {
    type: 'method',
    description: 'PUT is not possible here. Use POST, GET, PATCH, OPTIONS.',
  },
  conflict: {
    type: 'Idempotency-Key',
    description: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
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
  'backend failure': {
    type: 'Card service',
    description: 'The card service failed and nothing was done. Try again.',
  },
  'service unavailable': {
    type: 'database',
    description:
      'The database cannot do this right now. Repeat the request in a moment, with the same Idempotency-Key if you sent one.',
  },
  'backend timeout': {
    type: 'Card service',
    description: 'The card service has not answered yet. Look at the order again before you repeat.',
  },
}

const kinds = Object.keys(contents) as ErrorType[]

/** An example of each kind of error, for the documentation. */
export const errorExamples = Object.fromEntries(
  kinds.map((type) => [type, { status: errorStatus[type], type, content: contents[type] }]),
) as Record<ErrorType, { status: number; type: ErrorType; content: Flaw }>

/** The property that names the card, for each endpoint that takes a one-time card token. */
const cardProperties: Record<string, string> = {
  createAccount: 'method[0].card',
  addMethod: 'card',
  createOrder: 'payment.card',
}

/** Whether an endpoint takes a one-time card token, whose holder may have to be verified by 3-D Secure. */
export const takesCards = (endpoint: string): boolean => endpoint in cardProperties

/** Returns examples of an endpoint that refuses a card: a token that cannot be used, and a decline. */
export function cardExamples(endpoint: string) {
  const property = cardProperties[endpoint]
  const { status, type, content } = errorExamples['invalid content']
  const declined = {
    type: 'Card',
    description: 'The card does not cover the amount. Use another card, or a smaller amount.',
    property,
    details: { code: 'insufficient funds' },
  }
  return {
    'invalid content': { value: { status, type, content: { ...content, property } } },
    declined: { value: { status, type, content: declined } },
    'verification required': { value: verificationExample },
  }
}

/** The response for a card whose holder must be verified by 3-D Secure. */
const verificationExample = {
  status: 400,
  type: 'malformed content',
  content: {
    property: 'payment.card',
    type: 'Card.Token',
    description: 'verification required',
    details: {
      visible: true,
      method: 'POST',
      url: 'http://localhost:3000/bank',
      data: { pareq: '7a3c1e52-8d0f-4b6e-9a54-0f2f6f1f3c11' },
    },
  },
}
