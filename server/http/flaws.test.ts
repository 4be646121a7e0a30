import { expect, test } from 'vitest'
import * as z from 'zod'
import { Expires } from '../model/card/schemas'
import { countryCode, currency, date, email, text, url } from '../model/fields'
import { Items, OrderChanges } from '../model/order/schemas'
import { Schedule } from '../model/subscription/schedule'
import { OrderCreatable } from '../order/order-creatable'
import { contentError, queryError } from './flaws'

test('lists at most a hundred flaws', () => {
  const content = Array.from({ length: 150 }, () => 'x')
  const { error } = z.array(z.number()).safeParse(content)
  expect(contentError(error?.issues ?? [], content).content.details?.flaws).toHaveLength(100)
})

test('looks for no more flaws than it lists, in a union, too', () => {
  const content = Array.from({ length: 150 }, () => 'x')
  const { error } = z.union([z.array(z.number()), z.string()]).safeParse(content)
  const [union] = error?.issues ?? []
  if (union?.code !== 'invalid_union') throw new Error('It is not a union')
  for (const issue of union.errors[0]?.slice(100) ?? [])
    Object.defineProperty(issue, 'code', {
      get() {
        throw new Error('This flaw was looked at')
      },
    })
  expect(contentError(error?.issues ?? [], content).content.details?.flaws).toHaveLength(100)
})

const flawOf = (schema: z.ZodType, value: unknown) => {
  const content = { value }
  const result = z.object({ value: schema }).safeParse(content)
  if (result.success) throw new Error('The value is accepted')
  return contentError(result.error.issues, content).content.description
}

test.each([
  [z.number().gt(5), 5, 'more than 5'],
  [z.number().lt(5), 5, 'less than 5'],
  [z.number().min(5), 4, 'at least 5'],
  [z.number().max(5), 6, 'at most 5'],
  [z.string().min(1), '', 'must not be empty.'],
  [z.string().max(2), 'abc', 'at most 2 characters'],
  [z.array(z.number()).min(1), [], 'at least 1 entry'],
  [z.array(z.number()).max(2), [1, 2, 3], 'at most 2 entries'],
])('says which limit a value exceeds (%#)', (schema, value, words) => {
  expect(flawOf(schema, value)).toContain(words)
})

test.each([
  ['a URL', url(), `https://shop.example/${'a'.repeat(2000)}`, 'at most 2000 characters.'],
  ['an e-mail address', email(), `jane@${'a.'.repeat(160)}example`, 'at most 320 characters.'],
])('says that %s is too long, not that it is malformed', (_, schema, value, words) => {
  expect(flawOf(schema, value)).toBe(`value must have ${words}`)
})

test('says what a missing property must be in the words of its own schema', () => {
  expect(flawOf(Schedule, undefined)).toBe(
    'value is missing. It must be a frequency such as "monthly", or an object.',
  )
  expect(flawOf(Schedule, 5)).toBe('value must be a frequency such as "monthly", or an object.')
  expect(flawOf(Schedule, 'monthli')).toMatch(/^value must be "daily"/)
  expect(flawOf(Schedule, { frequency: 'monthly', offset: 'x' })).toMatch(/^value\.offset must be a number/)
})

test('says what a missing currency or payment must be', () => {
  expect(flawOf(currency(), undefined)).toBe(
    'value is missing. It must be a three-letter ISO 4217 code in capitals, such as "SEK".',
  )
  const { payment } = OrderCreatable.shape
  expect(flawOf(payment, undefined)).toBe(
    'value is missing. It must be an object with type "account" or "card".',
  )
  expect(flawOf(payment, 'card')).toBe('value must be an object with type "account" or "card".')
  expect(flawOf(payment, {})).toMatch(/^value\.type is missing\. It must be "account"/)
})

test.each([
  ['12/30', 'value must be [month, year], such as [12, 30].'],
  [[12], 'value must be [month, year], such as [12, 30].'],
  [[12, 2030], 'value[1] must be a two-digit year, such as 30.'],
  [[13, 30], 'value[0] must be at most 12.'],
])('says how an expiry such as %j is written', (given, description) => {
  expect(flawOf(Expires, given)).toBe(description)
})

test('lists choices as "a, b or c"', () => {
  expect(flawOf(z.enum(['a', 'b', 'c']), 'd')).toBe('value must be "a", "b" or "c".')
  expect(flawOf(Items, undefined)).toBe('value is missing. It must be a number, an object or an array.')
})

test('an unknown part of a query is called a parameter', () => {
  const { error } = z.strictObject({ limit: z.string().optional() }).safeParse({ page: '2' })
  expect(queryError(error?.issues ?? [], { page: '2' }).content.description).toBe(
    'page is not a known parameter. Check the spelling, or omit it.',
  )
})

test('the description of a property without a name shows it as ""', () => {
  const content = { inner: { '': 1 } }
  const { error } = z.strictObject({ inner: z.strictObject({}) }).safeParse(content)
  expect(contentError(error?.issues ?? [], content).content).toMatchObject({
    property: 'inner.',
    description: 'inner."" is not a known property. Check the spelling, or omit it.',
  })
})

test('says how many events a request may have, and what an address may contain', () => {
  const hundred = { id: 'x', event: Array(100).fill({ type: 'charge' }) }
  expect(flawOf(OrderChanges, Array(21).fill(hundred))).toBe(
    'value has more than 2,000 events in total. Send fewer.',
  )
  for (const address of ['https://a.example/ö', 'https://a.example/?id[]=1'])
    expect(flawOf(url(), address)).toBe(
      'value must be an http or https URL, with spaces, brackets and non-ASCII characters percent-encoded.',
    )
  expect(flawOf(email(), 'jane@example')).toBe('value must be an e-mail address, such as "jane@example.com".')
  expect(flawOf(email(), 'jane@bücher.example')).toBe(
    'value must be an e-mail address, such as "jane@example.com", with ASCII characters only. ' +
      'Write other characters of the domain in Punycode, such as "xn--bcher-kva.example".',
  )
})

test.each([
  [currency(), 'sek'],
  [countryCode(), 'Sweden'],
  [date(), 'soon'],
  [Schedule, { frequency: 'monthly', offset: 31 }],
  [Schedule, { frequency: 'yearly', offset: [31, -1] }],
  [text(), []],
])('lists one mistake once (%#)', (schema, value) => {
  const content = { value }
  const { error } = z.object({ value: schema }).safeParse(content)
  expect(error?.issues.length).toBeGreaterThan(0)
  expect(contentError(error?.issues ?? [], content).content).not.toHaveProperty('details')
})
