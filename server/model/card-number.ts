/**
 * Finds card numbers in text: 13 to 19 digits that pass the Luhn check, with any separators and in any notation (any
 * script, percent-encoded several times, as an escape). Pure.
 */

import { digitValue, isLetter } from './characters'

/** The replacement for a card number. */
export const hidden = '[hidden]'

const minDigits = 13

/** How many characters can be between two digits of one number: enough for `", "` and a zero-width space. */
const widestGap = 6

/** How many layers of encoding are undone: more do not happen by mistake. */
const maxLayers = 5

/** Digits that can belong together: the value of each, and its start and end in the text. */
interface DigitRun {
  values: number[]
  from: number[]
  to: number[]
  /** Whether nothing separates a digit from the one before it. */
  joined: boolean[]
}

const newRun = (): DigitRun => ({ values: [], from: [], to: [], joined: [] })

/** A security code: three or four digits on their own. */
const codes = /(?<![\p{L}\p{N}])\p{Nd}{3,4}(?![\p{L}\p{N}])/gu

/**
 * The same text without card numbers, and without possible security codes next to them. A text with an encoded number
 * is returned decoded.
 */
export function hideCardNumbers(text: string): string {
  if (!mayHold(text) || isExempt.test(text)) return text
  let shown = hideIn(text)
  let layer = shown
  for (let depth = 0; depth < maxLayers && mayHold(layer); depth++) {
    const decoded = decode(layer)
    if (decoded === layer) break
    layer = hideIn(decoded)
    if (layer !== decoded) shown = layer
  }
  return shown === text ? text : shown.replaceAll(codes, hidden)
}

/** A copy of a value with `change` applied to every text and name in it. `change` also gets the name of the property. */
export function mapTexts(
  value: unknown,
  change: (text: string, name?: string) => string,
  name?: string,
): unknown {
  if (typeof value === 'string') return change(value, name)
  if (Array.isArray(value)) return value.map((inner) => mapTexts(inner, change))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [change(key), mapTexts(inner, change, key)]),
  )
}

/** Whether a text contains a card number. */
export const holdsCardNumber = (text: string): boolean => hideCardNumbers(text) !== text

/** The card numbers in a text, as plain digits. They can overlap. */
export function cardNumbersIn(text: string): string[] {
  const found = new Set<string>()
  let layer = text
  for (let depth = 0; depth <= maxLayers && mayHold(layer); depth++) {
    for (const run of runsIn(layer)) {
      for (const [first, end] of cardsIn(run)) found.add(run.values.slice(first, end).join(''))
    }
    const decoded = decode(layer)
    if (decoded === layer) break
    layer = decoded
  }
  return [...found]
}

/**
 * Which of several consecutive texts, such as the elements of an array, together contain a card number. The number
 * starts and ends with whole texts. Texts with letters interrupt it, and so do dates: one date in ten, followed by
 * an amount, would pass as a card number.
 */
export function cardNumberAcross(texts: readonly string[]): Set<number> {
  const found = new Set<number>()
  if (!mayHoldAcross(texts)) return found
  let run = newRun()
  const close = () => {
    for (const [first, end] of cardsIn(run)) {
      for (const index of run.from.slice(first, end)) found.add(index)
    }
    run = newRun()
  }
  for (const [index, text] of texts.entries()) {
    const digits = text.length <= maxPartLength && !date.test(text) ? digitsOf(text) : undefined
    if (digits === undefined) close()
    digits?.forEach((value, place) => {
      add(run, { value, from: index, to: index, joined: place > 0 })
    })
  }
  close()
  return found
}

function add(run: DigitRun, digit: { value: number; from: number; to: number; joined: boolean }): void {
  run.values.push(digit.value)
  run.from.push(digit.from)
  run.to.push(digit.to)
  run.joined.push(digit.joined)
}

/** A day of this century. No card number in use begins with 20. */
const date = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** The longest text that can be part of a card number, in characters: digits can be encoded. */
const maxPartLength = 200

/** The digits of a text; undefined if it also has letters. */
function digitsOf(text: string): number[] | undefined {
  const values: number[] = []
  for (const character of decode(text)) {
    const code = character.codePointAt(0) ?? 0
    const value = digitValue(code)
    if (value !== undefined) values.push(value)
    else if (isLetter(code)) return undefined
  }
  return values
}

function hideIn(text: string): string {
  if (!mayHold(text)) return text
  let result = ''
  let copied = 0
  for (const run of runsIn(text)) {
    for (const [first, end] of merged(cardsIn(run))) {
      result += text.slice(copied, run.from[first]) + hidden
      copied = run.to[end - 1] ?? copied
    }
  }
  return copied === 0 ? text : result + text.slice(copied)
}

/** A quick check that rules out most texts, which have too few digits. */
function mayHold(text: string): boolean {
  if (text.length < minDigits) return false
  let digits = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    // Non-ASCII characters can be digits of another script; `%` and `&` can start an encoded one.
    if ((code >= 48 && code <= 57) || code > 127 || code === 37 || code === 38) digits++
    if (digits >= minDigits) return true
  }
  return false
}

/** A quick check that rules out most sequences of texts: letters interrupt a number, and most texts have some. */
function mayHoldAcross(texts: readonly string[]): boolean {
  let digits = 0
  for (const text of texts) {
    if (text.length > maxPartLength) digits = 0
    else if (/[%\\&+]/.test(text)) return true
    else if (/[a-z]/i.test(text)) digits = 0
    else digits += text.length
    if (digits >= minDigits) return true
  }
  return false
}

/**
 * UUIDs and date-times are long runs of digits, but not card numbers. A UUID without letters can hide one. The search
 * for a letter begins only where a UUID can begin, and stops at its length, because texts can have hundreds of words.
 */
const exempt =
  /\b(?=[\da-f]{8}-)(?=[\d-]{0,35}[a-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b(?:19|20)\d\d-[01]\d-[0-3]\d[ T][0-2]\d:[0-5]\d(?::[0-5]\d(?:[.,]\d{1,6})?)?/gi

/** Matches a text that is nothing but a UUID or a date-time, as many are. */
const isExempt = new RegExp(`^(?:${exempt.source})Z?$`, 'i')

/** Digits with at most a small gap between neighbours, and no letter in the gap. */
function* runsIn(text: string): Generator<DigitRun> {
  let run = newRun()
  let lastEnd = 0
  for (const [from, to] of partsOf(text)) {
    for (let index = from; index < to; ) {
      const code = text.codePointAt(index) ?? 0
      const end = index + (code > 0xffff ? 2 : 1)
      const value = digitValue(code)
      const isOpen = run.values.length > 0
      if (isOpen && (value === undefined ? isLetter(code) : index - lastEnd > widestGap)) {
        if (run.values.length >= minDigits) yield run
        run = newRun()
      }
      if (value !== undefined) {
        add(run, { value, from: index, to: end, joined: run.values.length > 0 && lastEnd === index })
        lastEnd = end
      }
      index = end
    }
    if (run.values.length >= minDigits) yield run
    run = newRun()
  }
}

/** The parts of a text between its exempt parts, as start and end. */
function partsOf(text: string): [number, number][] {
  const parts: [number, number][] = []
  let from = 0
  for (const { index, 0: found } of text.matchAll(exempt)) {
    parts.push([from, index])
    from = index + found.length
  }
  parts.push([from, text.length])
  return parts
}

/** The parts of a run that are card numbers, as start and end. */
function cardsIn({ values, joined }: DigitRun): [number, number][] {
  const length = values.length
  if (length < minDigits) return []
  // Sums from the start, with every second digit doubled (odd or even places). The sum of any part is then one
  // subtraction.
  const even = [0]
  const odd = [0]
  for (let index = 0; index < length; index++) {
    const value = values[index] ?? 0
    const twice = value > 4 ? value * 2 - 9 : value * 2
    even.push((even[index] ?? 0) + (index % 2 === 0 ? value : twice))
    odd.push((odd[index] ?? 0) + (index % 2 === 1 ? value : twice))
  }
  const passes = (from: number, to: number): boolean => {
    const sums = to % 2 === 1 ? even : odd
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) % 10 === 0
  }
  const found: [number, number][] = []
  for (let from = 0; from + minDigits <= length; from++) {
    const issued = issuedLengths[(values[from] ?? 0) * 10 + (values[from + 1] ?? 0)] ?? []
    for (const count of joined[from] === false ? anyLength : issued) {
      const to = from + count
      if (to > length || !passes(from, to)) continue
      // In a longer run of digits, only numbers that a card scheme would issue: any long number has parts that pass
      // Luhn.
      const isWhole = joined[from] === false && (to === length || joined[to] === false)
      if (isWhole || issued.includes(count)) found.push([from, to])
    }
  }
  return found
}

const anyLength = [13, 14, 15, 16, 17, 18, 19]

/** The lengths of the numbers that card schemes issue, by the first two digits. */
const issuedLengths: readonly (readonly number[])[] = Array.from({ length: 100 }, (_, start) => {
  const [first, second] = [Math.floor(start / 10), start % 10]
  if (first === 4) return [13, 16, 19]
  if (first === 3) return { 0: [14], 4: [15], 5: [16], 6: [14], 7: [15], 8: [14], 9: [14] }[second] ?? []
  const isIssued =
    first === 6 || (first === 5 && second >= 1 && second <= 5) || (first === 2 && second >= 2 && second <= 7)
  return isIssued ? [16] : []
})

/** Merges overlapping parts. */
function merged(stretches: readonly [number, number][]): [number, number][] {
  const result: [number, number][] = []
  for (const [from, to] of stretches) {
    const last = result.at(-1)
    if (last && from < last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

/** Undoes one layer of percent-encoding, of JSON escapes and of HTML's numeric references. */
function decode(text: string): string {
  if (!/[%\\&+]/.test(text)) return text
  return text
    .replaceAll(/(?:%[\dA-Fa-f]{2})+/g, (bytes) =>
      new TextDecoder().decode(Uint8Array.from(bytes.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))),
    )
    .replaceAll(/\\u([\dA-Fa-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/&#(?:x([\dA-Fa-f]{1,6})|(\d{1,7}));/g, (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
}
