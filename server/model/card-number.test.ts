import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact, redactQuery } from '../core/redact'
import { cardNumbersIn, hideCardNumbers, holdsCardNumber } from './card-number'

const visa = '4111111111111111'
const spaced = (separator: string) => visa.match(/.{4}/g)?.join(separator) ?? ''
const percent = (text: string) => text.replaceAll(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`)
const inScript = (zero: number) =>
  visa.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

describe('hides a card number', () => {
  test.each([
    ['plain', visa],
    ['with spaces', spaced(' ')],
    ['with dots', spaced('.')],
    ['with dashes', spaced('-')],
    ['with slashes', spaced('/')],
    ['with commas', spaced(',')],
    ['with plus signs', spaced('+')],
    ['with no-break spaces', spaced('\u00a0')],
    ['with thin spaces', spaced('\u2009')],
    ['with zero-width spaces', spaced('\u200b')],
    ['with line ends', spaced('\r\n')],
    ['with quotes and commas', spaced('", "')],
    ['with six characters between its digits', spaced('", "\u200b\u200b')],
    ['digit by digit', [...visa].join(' ')],
    ['between letters', `pan${visa}x`],
    ['after another number', `12 ${visa}`],
    ['before another number', `${visa} 987`],
    ['before its security code', `${visa}987`],
    ['next to its security code', `${visa}/987`],
    ['of Mastercard before its security code', '5555555555554444987'],
    ['of another range of Mastercard before its security code', '2223003122003222987'],
    ['of Discover before its security code', '6011111111111117987'],
    ['of American Express before its security code', '3782822463100050987'],
    ['after a date', `2026-11-21 ${visa}`],
    ['in full-width digits', inScript(0xff10)],
    ['in Arabic-Indic digits', inScript(0x0660)],
    ['in Persian digits', inScript(0x06f0)],
    ['in Devanagari digits', inScript(0x0966)],
    ['in bold mathematical digits', inScript(0x1d7ce)],
    ['in monospaced mathematical digits', inScript(0x1d7f6)],
    ['percent-encoded', percent(visa)],
    ['percent-encoded twice', percent(percent(visa))],
    ['percent-encoded in part', `4111${percent('1111')}11111111`],
    ['with percent-encoded no-break spaces', spaced('%C2%A0')],
    ['with a percent sign encoded three times', spaced('%252520')],
    ['in JSON escapes', visa.replaceAll(/./g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)],
    ['in HTML references', visa.replaceAll(/./g, (c) => `&#${c.charCodeAt(0)};`)],
    ['of 13 digits', '4222222222222'],
    ['of 14 digits', '30569309025904'],
    ['of 15 digits', '378282246310005'],
    ['of 19 digits', '4000000000000000006'],
  ])('%s', (_, written) => {
    for (const text of [written, `/v1/order/${written}`, `a ${written} b`, `x=${written}&y=1`]) {
      const shown = hideCardNumbers(text)
      expect(shown).toContain('[hidden]')
      expect(cardNumbersIn(shown)).toEqual([])
      expect(holdsCardNumber(text)).toBe(true)
    }
  })
})

test.each([
  '',
  '4111111111111112',
  'order 20261121000019',
  '127.0.0.1:35579',
  '2026-11-21T23:26:55.652Z',
  '2026-11-21 23:26:55.652',
  'b3b0c442-98fc-4c14-9afb-4c8996fb9242',
  'aKdRUwhpmEoXqTfB',
  '+46 70 123 45 67',
  '1,234.50 SEK',
  '%E2%9C%93 100%',
  ...['a', 'z', 'A', 'Z'].map(spaced),
])('leaves %j unchanged', (text) => {
  expect(hideCardNumbers(text)).toBe(text)
})

test('finds every number with a correct check digit, whatever separates its digits', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 18 })
  const separator = fc.constantFrom('', ' ', '-', '.', '\u00a0', '/', ', ', '_', '\u2003')
  const around = fc.stringMatching(/^[a-z ]{0,20}$/)
  fc.assert(
    fc.property(
      digits,
      fc.array(separator, { minLength: 18, maxLength: 18 }),
      around,
      (body, separators, edge) => {
        const all = [...body, checkDigit(body)]
        const written = all
          .map((digit, index) => `${index > 0 ? separators[index - 1] : ''}${digit}`)
          .join('')
        expect(hideCardNumbers(`${edge}${written}${edge}`)).toBe(`${edge}[hidden]${edge}`)
      },
    ),
  )
})

function checkDigit(digits: readonly number[]): number {
  const sum = digits
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? digit * 2 : digit))
    .reduce((total, digit) => total + (digit > 9 ? digit - 9 : digit), 0)
  return (10 - (sum % 10)) % 10
}

describe('redact', () => {
  const number = Number(visa)
  test.each([
    ['a number', { a: number }],
    ['a bigint', { a: BigInt(visa) }],
    ['a number with decimals', { a: 41111111111111.11 }],
    ['a number that a double cannot hold', JSON.parse('{"a":6200000000000005123}')],
    ['a name', { [visa]: 1 }],
    ['an array of digits', { a: [...visa] }],
    ['an array of numbers', { a: [...visa].map(Number) }],
    ['an array of groups', { a: spaced(' ').split(' ') }],
    ['an array of arrays', { a: [[4111], [1111], [1111], [1111]] }],
    ['an array with empty elements', { a: ['4111', '', null, '1111', '-', '1111', '1111'] }],
    ['an array after other digits', { a: ['12', '4111', '1111', '1111', '1111'] }],
    ['an array of objects', [{ p: '4111' }, { p: '1111' }, { p: 1111 }, { p: '1111' }]],
    ['objects in an object', { a: { x: '4111111111' }, b: { x: '111111' } }],
    ['a name and its value', { 41111111: '11111111' }],
    ['a name and the number in it', { '4111-1111': { x: 11111111 } }],
    ['texts in an object', { first: '41111111', second: '11111111' }],
    ['text in an array of objects', [{ a: { b: [visa] } }]],
  ])('hides %s', (_, value) => {
    const shown = JSON.stringify(redact(value), (_name, part) =>
      typeof part === 'bigint' ? `${part}` : part,
    )
    expect(shown).toContain('[hidden]')
    expect(shown.replaceAll(/\D/g, '').length, shown).toBeLessThan(8)
  })

  test('hides the security code next to a card number, whatever its name', () => {
    const near = {
      outer: { a: visa, check: '987', digits: ['9', '8', '7'], sum: 9.87 },
      other: [{ pin: 987 }],
    }
    expect(JSON.stringify(redact(near))).not.toMatch(/987|9","8|9\.87/)
    expect(JSON.stringify(redact({ [visa]: { 987: 1 } }))).not.toContain('987')
  })

  test.each([
    'csc',
    'CVC2',
    'cvv',
    'cvn',
    'securityCode',
    'security-code',
    'card_code',
    'verification_value',
    'cid',
  ])('hides the value of a property named %s', (name) =>
    expect(redact({ [name]: '987' })).toEqual({ [name]: '[hidden]' }),
  )

  test('leaves an ordinary order unchanged', () => {
    const items = [
      { name: 'Cup', price: 79.2, vat: 25, quantity: 2 },
      { name: 'Coffee', price: 120, vat: 12 },
    ]
    const order = { number: 'A-1', items, currency: 'SEK', customer: { phone: '+46 8 123 456' }, status: 400 }
    expect(redact(order)).toEqual(order)
  })

  test('removes a card number anywhere in a value', () => {
    const card = fc.constantFrom(visa, number, spaced('\u00a0'), percent(visa), [...visa], [[visa]])
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        card,
        fc.string(),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('node'), { maxKeys: 3 }),
        fc.dictionary(fc.constantFrom(visa, spaced('.')), tie('node'), { maxKeys: 1 }),
      ),
    })).node
    fc.assert(
      fc.property(value, (input) => {
        const text = JSON.stringify(redact(input)) ?? ''
        expect(text.replaceAll(/[^\d[\]{}]/g, '')).not.toContain(visa)
      }),
    )
  })
})

describe('redactQuery', () => {
  test.each([
    `number=${visa}`,
    `${visa}=1`,
    `number=${percent(visa)}&cvx=987`,
    `a=4111&a=1111&a=1111&a=1111&code=987`,
    `q=${spaced('+')}&987=1`,
  ])('hides the card in %s', (query) => {
    const shown = redactQuery(query)
    expect(shown).toContain('[hidden]')
    expect(shown).not.toMatch(/4111|1111|987/)
  })
  test('leaves an ordinary query unchanged, byte for byte', () => {
    expect(redactQuery('limit=100&after=MTc2&search=a%20b+c')).toBe('limit=100&after=MTc2&search=a%20b+c')
  })
})

// A search that compares every digit with every other would not finish before the test times out.
test.each(['4111 1111 1111 1111 ', '1-', '12345678-1234-'])(
  'takes time in proportion to the length of a text of "%s"',
  (part) => {
    const length = Math.floor(500_000 / part.length)
    expect(hideCardNumbers(part.repeat(length))).not.toContain(visa)
  },
)

test('a long name of digits takes time in proportion to its length', () => {
  const name = `${'1'.repeat(1_000_000)}x`
  expect(Object.values(redact({ [name]: 1 }) as object)).toHaveLength(1)
})

test('an object with one price is no part of a card number', () => {
  // Together, the digits pass the check.
  const order = { number: '40261130001', items: { price: 100 } }
  expect(redact(order)).toEqual(order)
})

test('hides a card number next to an object that cannot become text', () => {
  const odd = { toString: 1, valueOf: null }
  expect(redact([visa, odd])).toEqual(['[hidden]', odd])
})

test('a date beside amounts is no part of a card number, even if all digits together pass the check', () => {
  const plan = { items: 120, from: '2026-11-26', amount: '12000' }
  expect(redact(plan)).toEqual(plan)
  // Four digits, a dash, two and two: but no day of this century.
  const split = ['4111-11-11', '1111', '1111']
  expect(redact(split)).toEqual(['[hidden]', '[hidden]', '[hidden]'])
})
