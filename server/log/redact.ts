const secretName =
  /authori[sz]ation|cookie|secret|passw|token|api-?key|private_?key|encryption|^(card|cvc2?|cvv2?|csc|cid|security_?code|card_?(code|number)|pan|key)$/i
const kassaKey = /\b(sk|ak)_(test|live)_[A-Za-z0-9]+/g
const signed = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const signing = /\bwhsec_[A-Za-z0-9+/=]+/g
const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi
const digits = /\d(?:[ -]?\d){12,18}/g
const hidden = '[hidden]'
const deepest = 6

/** A copy fit for a log: what is named like a secret, or looks like a key or a card number, is hidden. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return depth === 0 ? value : describeError(value)
  if (value instanceof Date) return value
  if (depth >= deepest) return '[deep]'
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1))
  const entries = Object.entries(value).map(([name, entry]) => [
    name,
    secretName.test(name) && entry !== undefined && entry !== null ? hidden : redact(entry, depth + 1),
  ])
  return Object.fromEntries(entries)
}

/** Hides keys and card numbers inside a text. */
export function redactText(text: string): string {
  return (
    text
      .replace(kassaKey, `$1_$2_${hidden}`)
      // Tokens of cards, keys of login links.
      .replace(signed, hidden)
      .replace(signing, hidden)
      .replace(bearer, `$1 ${hidden}`)
      .replace(digits, (match) => (isCardNumber(match) ? hidden : match))
  )
}

/** An error with its causes, without the values that a failed query was given. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return redact(error)
  const stack = error.stack && redactText(withoutParameters(error.stack))
  return {
    type: error.name,
    message: redactText(withoutParameters(error.message)),
    ...('code' in error && { code: error.code }),
    ...(stack && { stack }),
    ...(error.cause !== undefined && depth < deepest && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** Drizzle writes the parameters of a failed query, which may be anybody's data, into its message. */
function withoutParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '')
}

function isCardNumber(text: string): boolean {
  const sum = [...text.replace(/\D/g, '')]
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return sum % 10 === 0
}
