import fc from 'fast-check'
import type { Definition } from '@/server/rest/endpoint'
import { endpoints } from '@/server/web/routes'

/** A request to the REST API that may be wrong in any way. */
export interface FuzzedRequest {
  method: string
  /** Below the base address, with the query. */
  path: string
  headers: Record<string, string>
  body: string | undefined
}

/** Real values, so that requests get further than the first check. */
export interface Known {
  keys: readonly string[]
  ids: readonly string[]
  tokens: readonly string[]
}

const oddTexts = [
  ...[
    '',
    ' ',
    '\0',
    '\ud800',
    '../..',
    '%',
    '%00',
    '\u202e',
    'null',
    'undefined',
    '__proto__',
    'constructor',
  ],
  ...[
    '1e400',
    '-0',
    'NaN',
    '0x1',
    "' or 1=1 --",
    '<script>',
    '🙂'.repeat(50),
    'x'.repeat(3_000),
    '2026-02-30',
  ],
]
const oddNumbers = [0, -0, -1, 0.1, 13.375, 1e-7, 1e15, 1e21, 2 ** 53, -(2 ** 53), 1.7e308, 5e-324]

export const oddValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, {}, [], [[]], ...oddTexts, ...oddNumbers),
  fc.jsonValue({ maxDepth: 3, noUnicodeString: false }),
)

/** Generates a body with one place in it, at any depth, removed, replaced or added to. */
const damaged = (body: unknown): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.nat(), fc.constantFrom('keep', 'keep', 'replace', 'remove', 'add'), oddValue)
    .map(([at, how, value]) => {
      const copy: unknown = structuredClone(body)
      const places = placesIn(copy)
      const place = places[at % Math.max(1, places.length)]
      if (how === 'keep') return copy
      if (!place) return value
      if (how === 'remove') Reflect.deleteProperty(place.of, place.name)
      else Reflect.set(place.of, how === 'add' ? `${place.name}x` : place.name, value)
      return copy
    })

function placesIn(value: unknown): { of: object; name: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((name) => [{ of: value, name }, ...placesIn(Reflect.get(value, name))])
}

const card = { pan: '4111111111111111', expires: [12, 40], csc: '987' }
const others: Record<string, unknown[]> = {
  tokeniseCard: [card],
  addMethod: [{ type: 'token', card: '$CARD_TOKEN' }],
  replaceCustomer: [{ name: 'Jane', email: 'jane@example.com', address: { countryCode: 'SE' } }],
  selectMethods: [[{ token: '$METHOD_TOKEN' }]],
}

const bodiesOf = ({ id, examples }: Definition): unknown[] =>
  examples ? Object.values(examples) : (others[id] ?? [{}, card, { type: 'token', card: '$CARD_TOKEN' }])

/** Generates any request to the API: any endpoint, key, path, query, headers and body, most of them nearly right. */
export function fuzzedRequest({ keys, ids, tokens }: Known): fc.Arbitrary<FuzzedRequest> {
  const id = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids, 'me') },
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom(...oddTexts), fc.string()).map(encoded) },
  )
  const token = fc.constantFrom(...tokens, 'x')
  const query = fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            'limit',
            'after',
            'status',
            'number',
            'email',
            'search',
            'start',
            'end',
            'currency',
            'x',
          ),
          fc.oneof(fc.constantFrom(...oddTexts, '10', 'ordered', '2026-01-01'), fc.string()),
        )
        .map(([name, value]) => `?${name}=${encoded(value)}`),
    },
  )
  const headers = fc.record(
    {
      authorization: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...keys).map((key) => `Bearer ${key}`) },
        { weight: 1, arbitrary: fc.constantFrom('Bearer', 'Bearer x', 'Basic eDp4', 'bearer  ') },
      ),
      'content-type': fc.oneof(
        { weight: 9, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom('text/plain', 'x') },
      ),
      'idempotency-key': fc.constantFrom('one', 'two', 'x'.repeat(256), crypto.randomUUID()),
      'x-request-id': fc.constantFrom('mine', 'x'.repeat(200), '4242424242424242'),
    },
    { requiredKeys: ['authorization'] },
  )
  // Moving a clock takes as long as everything that falls due on the way.
  const [slow, quick] = [true, false].map((isSlow) =>
    endpoints.filter(({ definition }) => (definition.id === 'moveClock') === isSlow),
  )
  const endpoint = fc.oneof(
    { weight: 500, arbitrary: fc.constantFrom(...(quick ?? [])) },
    { weight: 1, arbitrary: fc.constantFrom(...(slow ?? [])) },
  )
  return endpoint.chain(({ definition }) => {
    const whole = fc.constantFrom(...bodiesOf(definition)).chain(damaged)
    const text = fc.tuple(whole, id, token).map(([body, known, used]) =>
      JSON.stringify(body)
        ?.replaceAll(/\$(ACCOUNT|ORDER|ANOTHER_ORDER)/g, known)
        .replaceAll(/\$(CARD|METHOD)_TOKEN/g, used),
    )
    const body = fc.oneof(
      { weight: 6, arbitrary: text },
      {
        weight: 1,
        arbitrary: fc.oneof(fc.string(), fc.constantFrom('', '{', '['.repeat(5_000), '{"a":'.repeat(999))),
      },
    )
    return fc
      .record({
        method: fc.oneof(
          { weight: 9, arbitrary: fc.constant<string>(definition.method) },
          {
            weight: 1,
            arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
          },
        ),
        ids: fc.array(id, { minLength: 3, maxLength: 3 }),
        query,
        headers,
        body,
      })
      .map(({ method, ids: given, query: search, headers: sent, body: content }) => {
        let place = 0
        const path = definition.path.replaceAll(/\{\w+\}/g, () => given[place++] ?? 'x')
        const hasBody = method !== 'GET' && method !== 'HEAD'
        return { method, path: path + search, headers: sent, body: hasBody ? content : undefined }
      })
  })
}

/** Percent-encodes a text, even invalid Unicode. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed?.() ?? text)

/** Generates input for a dashboard procedure: random, or nearly right. */
export const fuzzedInput = ({ ids }: Known): fc.Arbitrary<unknown> =>
  fc.oneof(
    oddValue,
    fc.dictionary(
      fc.constantFrom(
        'id',
        'account',
        'search',
        'status',
        'cursor',
        'start',
        'end',
        'attempt',
        'event',
        'items',
        'ids',
        'type',
        'name',
        'url',
        'email',
        'role',
        'period',
        'expected',
        'customer',
        'sort',
        'view',
      ),
      fc.oneof(
        fc.constantFrom<unknown>(...ids, ...oddTexts, ...oddNumbers, crypto.randomUUID(), 10n, new Date(NaN)),
        oddValue,
      ),
      { maxKeys: 5 },
    ),
  )
