import { cardNumberAcross, hidden, hideCardNumbers, holdsCardNumber } from '../model/card-number'
import { maskedIdentity } from '../model/mask-identity'

const secretName =
  /authori[sz]ation|cookie|secret|passw|token|api-?key|private_?key|encryption|cvc|cvv|cvn|csc|(security|verification|card)[\W_]*(code|value|number)|^(card|cid|cav|cv2|pan|key)$/i

const kassaKey = /\b(sk|ak)_(test|live)_[A-Za-z0-9]+/g
const signed = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const signing = /\bwhsec_[A-Za-z0-9+/=]+/g
/** The key in the address of a page that needs no session. It may be signed or sealed text, whose parts have dots between. */
const inAddress = /\/(pay(?:\/back)?|login|account\/email|signin\/(?:join|reset))\/[\w.-]{16,}/g
/** What a card service adds to the address to which its bank sends a payer back. */
const inQuery = /(client_secret=)[^&#\s"']+/g
const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi
/** A quick check that rules out most texts. */
const mayHoldSecret =
  /\b(?:[sa]k_(?:test|live)_|eyJ|whsec_|bearer\s|basic\s|(?:pay|back|login|email|join|reset)\/)|client_secret=/i
/** A possible security code. */
const threeOrFour = /^[\s\p{P}]*(?:\p{Nd}[\s\p{P}]*){3,4}$/u
const deepest = 6

/** What was found in a value so far. */
interface Found {
  card: boolean
}

/**
 * A copy safe to store or log: without keys, card numbers, values of properties named like secrets, and all but the
 * last characters of identity numbers. Next to a card number, every value of three or four digits is hidden too: it can
 * be the security code.
 */
export function redact(value: unknown): unknown {
  const found = { card: false }
  const copy = redacted(value, 0, found)
  return found.card ? hideCodes(copy) : copy
}

function redacted(value: unknown, depth: number, found: Found): unknown {
  if (typeof value === 'string') return textWithoutSecrets(value, found)
  if (typeof value === 'number' || typeof value === 'bigint') return redactNumber(value, found)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return depth === 0 ? value : describeError(value)
  if (value instanceof Date) return value
  if (depth >= deepest) return '[deep]'
  return Array.isArray(value) ? redactArray(value, depth, found) : redactObject(value, depth, found)
}

function textWithoutSecrets(text: string, found: Found): string {
  // Most texts that hold a secret are card tokens, which are long and full of digits.
  const unsigned = text.startsWith('eyJ') ? text.replace(signed, hidden) : text
  const shown = redactText(unsigned)
  if (shown !== unsigned && holdsCardNumber(unsigned)) found.card = true
  return shown
}

/** The smallest number with as many digits as a card number. */
const largestShort = 1e12

/** Hides numbers that a double cannot represent exactly, too: they are what is left of a longer card number. */
function redactNumber(value: number | bigint, found: Found): number | bigint | string {
  if (Number.isInteger(value) && value > -largestShort && value < largestShort) return value
  const isTooLong = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  if (!isTooLong && !holdsCardNumber(String(value))) return value
  found.card = true
  return hidden
}

function redactArray(values: readonly unknown[], depth: number, found: Found): unknown[] {
  const across = cardNumberAcross(values.map((value) => leafText(value, depth)))
  if (across.size > 0) found.card = true
  return values.map((value, index) => (across.has(index) ? hidden : redacted(value, depth + 1, found)))
}

/**
 * The digits that an element adds to a card number split over an array. A nested list adds its own elements, and an object
 * its only value.
 */
function leafText(value: unknown, depth: number): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (value === null) return ''
  if (Array.isArray(value) && depth < deepest && value.length <= 19) {
    return value.map((inner) => leafText(inner, depth + 1)).join(' ')
  }
  return typeof value === 'object' && depth < deepest ? leafText(onlyValue(value), depth + 1) : 'x'
}

function onlyValue(object: object): unknown {
  const values = Object.values(object)
  return values.length === 1 ? values[0] : undefined
}

/** What a property adds to a card number split over an object: its text, or that of the only property in it. */
function namedText(value: unknown, depth: number): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth >= deepest) return 'x'
  return namedText(onlyValue(value), depth + 1)
}

function redactObject(object: object, depth: number, found: Found): object {
  const entries = Object.entries(object)
  // Numbers and lists do not count: the prices of an order's lines would look like a card too often.
  const across = cardNumberAcross(entries.map(([, value]) => namedText(value, depth)))
  if (across.size > 0) found.card = true
  const copies = entries.map(([name, value], index) => {
    const copy = redacted(value, depth + 1, found)
    const { shown, isSecret, isCard, isNumber } = nameFacts(name)
    const isSplit = isNumber && cardNumberAcross([name, leafText(value, depth)]).size > 0
    if (isCard || isSplit) found.card = true
    if (isSplit) return [hidden, hidden]
    const isHidden = across.has(index) || (isSecret && value !== undefined && value !== null)
    const isIdentity = name === 'identityNumber' && typeof copy === 'string'
    return [shown, isHidden ? hidden : isIdentity ? maskedIdentity(copy) : copy]
  })
  return Object.fromEntries(copies)
}

interface NameFacts {
  /** The name as it is shown. */
  shown: string
  isSecret: boolean
  isCard: boolean
  /** Whether it can be the beginning of a card number. */
  isNumber: boolean
}

/** The longest name that can be part of a card number, in characters: digits can be encoded. */
const longestPart = 200

/** The names of properties repeat, and there are few of them unless someone makes them up. */
const knownNames = new Map<string, NameFacts>()
const maxKnownNames = 1000

function nameFacts(name: string): NameFacts {
  const known = knownNames.get(name)
  if (known) return known
  const facts = {
    shown: redactText(name),
    isSecret: secretName.test(name),
    isCard: holdsCardNumber(name),
    isNumber: name.length <= longestPart && /\p{Nd}/u.test(name) && !/\p{L}/u.test(name),
  }
  if (knownNames.size < maxKnownNames && name.length <= 64) knownNames.set(name, facts)
  return facts
}

/** Hides every value and every name of three or four digits. */
function hideCodes(value: unknown): unknown {
  if (typeof value === 'string') return threeOrFour.test(value) ? hidden : value
  if (typeof value === 'number' || typeof value === 'bigint') {
    return threeOrFour.test(String(value)) ? hidden : value
  }
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date)
    return value
  if (Array.isArray(value)) {
    // A code can also be given digit by digit.
    const isCode = threeOrFour.test(value.map((inner) => leafText(inner, 0)).join(''))
    return value.map((inner) => (isCode ? hidden : hideCodes(inner)))
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [threeOrFour.test(name) ? hidden : name, hideCodes(inner)]),
  )
}

/** Hides keys and card numbers in a text. */
export function redactText(text: string): string {
  if (!mayHoldSecret.test(text)) return hideCardNumbers(text)
  return hideCardNumbers(
    text
      .replace(kassaKey, `$1_$2_${hidden}`)
      // Card tokens and keys of login links.
      .replace(signed, hidden)
      .replace(signing, hidden)
      .replace(inAddress, `/$1/${hidden}`)
      .replace(inQuery, `$1${hidden}`)
      .replace(bearer, `$1 ${hidden}`),
  )
}

/** The query of an address, without what `redact` hides. If anything was hidden, names and values are decoded. */
export function redactQuery(query: string): string {
  const pairs = [...new URLSearchParams(query)]
  const across = cardNumberAcross(pairs.map(([, value]) => value))
  const copies = pairs.map(([name, value], index): [string, unknown] => {
    const copy = redact({ [name]: across.has(index) ? hidden : value }) as Record<string, unknown>
    return Object.entries(copy)[0] ?? [name, value]
  })
  const isHarmless = copies.every(
    ([name, value], index) => name === pairs[index]?.[0] && value === pairs[index]?.[1],
  )
  if (isHarmless) return redactText(query)
  // One of them can be the security code.
  return copies.map((pair) => pair.map(hideCodes).join('=')).join('&')
}

/** An error with its causes, without the parameters of a failed query. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return redact(error)
  const stack = framesOf(error.stack ?? '')
  return {
    type: error.name,
    message: redactText(withoutParameters(error.message)),
    ...('code' in error && { code: error.code }),
    // The reference that the page of an error shows.
    ...('digest' in error && { digest: redact(error.digest) }),
    ...(stack && { stack }),
    ...(error.cause !== undefined && depth < deepest && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** Where an error was thrown, without the message, which can be a long query with anyone's data. */
function framesOf(stack: string): string {
  const lines = stack.split('\n')
  const last = lines.findLastIndex((line) => !line.startsWith('    at '))
  return redactText(lines.slice(last + 1).join('\n'))
}

/** Drizzle includes the parameters of a failed query, which can be anyone's data, in its message. */
function withoutParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '')
}
