import { mustBeJson, needlessBody, tooLarge } from '../http/body'
import { documented } from '../http/documented'
import { serviceUnavailable, unknownError } from '../http/respond'
import { type ErrorType, errorObject, type Flaw } from '../model/error-object'
import { fail } from '../model/errors'
import { exampleOrigin } from '../model/examples'
import { type Definition, foreignAccount, wrongKind } from './endpoint'
import { keyReused } from './idempotency'
import { bodyFlaw, queryFlaw } from './invalid-input'

/** The content of errors that are the same at every endpoint. */
const contents = {
  'not authorized': documented(fail('key.not-in-force')).content,
  conflict: keyReused().content,
  'content too large': tooLarge().content,
  'unsupported media type': mustBeJson('body').content,
  'too many requests': { type: 'Kassa', description: 'Too many requests. Try again in a minute.' },
  'unknown error': unknownError('6f1c…').content,
  'backend failure': documented(fail('card-service.failed')).content,
  'service unavailable': serviceUnavailable().content,
  'backend timeout': documented(fail('card-service.no-response')).content,
} satisfies Partial<Record<ErrorType, Flaw>>

/** Returns an example of an error as an endpoint returns it; undefined if the endpoint cannot return it. */
export function errorExample(type: ErrorType, definition: Definition) {
  const shown = definition.shownErrors?.map(documented).find((error) => error.type === type)
  const content = shown?.content ?? contentOf(type, definition)
  return content && errorObject(type, content)
}

function contentOf(type: ErrorType, { path, keys, body, query }: Definition): Flaw | undefined {
  switch (type) {
    case 'malformed content':
      return body ? bodyFlaw(type, body) : needlessBody().content
    case 'missing property':
    case 'invalid content':
      return body && bodyFlaw(type, body)
    case 'invalid query argument':
      return query && queryFlaw(query)
    case 'forbidden':
      return refusal(path, keys)?.content
    case 'not found':
      return documented(fail('not-found', { what: nounOf(path) })).content
    case 'method not allowed':
      return undefined
    default:
      return contents[type]
  }
}

const kinds = ['public', 'account', 'private'] as const

function refusal(path: string, keys: Definition['keys']) {
  const refused = kinds.find((kind) => !keys.includes(kind))
  if (refused) return wrongKind(refused, keys)
  return path.includes('{accountId}') ? foreignAccount() : undefined
}

const nouns = ['account', 'document', 'order', 'subscription'] as const

/** Returns what the last id in a path identifies. */
function nounOf(path: string) {
  const [, last] = /\{(\w+)Id\}[^{]*$/.exec(path) ?? []
  const noun = nouns.find((name) => name === last)
  if (!noun) throw new Error(`${path} identifies nothing that could be missing`)
  return noun
}

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
      url: `${exampleOrigin}/bank`,
      data: { pareq: '7a3c1e52-8d0f-4b6e-9a54-0f2f6f1f3c11' },
    },
  }),
).toJSON()
