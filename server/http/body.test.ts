import { expect, test } from 'vitest'
import * as z from 'zod'
import { textUpTo } from '../model/fields'
import { Metadata } from '../model/metadata'
import { parseBody } from './body'
import { DocumentedError } from './documented-error'

const Body = z.strictObject({ note: textUpTo(100).optional(), metadata: Metadata })
const parse = (text: string) => parseBody(Body, new TextEncoder().encode(text), new Headers())

test('metadata called __proto__ is refused instead of left out', () => {
  expect(() => parse('{ "metadata": { "__proto__": "x", "cart": "8812" } }')).toThrow(
    new DocumentedError({
      type: 'malformed content',
      content: {
        type: 'JSON',
        description: 'A property is called __proto__, which is reserved. Use another name.',
      },
    }),
  )
})

test('a body with too many entries is refused before they are checked', () => {
  const notes = (count: number) => `[${Array(count).fill('1').join(',')}]`
  expect(() => parse(`{"note":${notes(100_001)}}`)).toThrow(
    new DocumentedError({
      type: 'content too large',
      content: { type: 'content', description: 'The body has more than 100000 entries. Send less at once.' },
    }),
  )
  expect(() => parse(`{"note":${notes(99_000)}}`)).toThrow(/note must be a string/)
})

test('a text may contain __proto__', () => {
  const body = { note: '"__proto__": 1', metadata: { key: '__proto__' } }
  expect(parse(JSON.stringify(body))).toEqual(body)
})
