import { currencies, isCurrency } from './money/currencies'
import { toMinor } from './money/money'

/** How many results of each kind the global search returns. The lists have all of them. */
export const maxFound = 5

/** The possible meanings of a text in a search field. Several of them may be set. */
export interface SearchText {
  /** The text with single spaces: a name, an e-mail address or a number, or a part of one. */
  text: string
  /** The id of an account or order (16 letters) or of a subscription (4 letters). */
  id?: string
  /** The last four digits of a card: `1111`, `•••• 1111`, `visa 1111`. */
  last4?: string
  amount?: SearchedAmount
  /** The readings of the text as a card and an amount: `1111 198`. */
  payments?: readonly SearchedPayment[]
  /** A name and a value of metadata: `shop:berlin`. */
  metadata?: { name: string; value: string }
}

interface SearchedPayment {
  last4: string
  amount: SearchedAmount
}

/** An amount that somebody searches for, in the major unit. */
export interface SearchedAmount {
  /** All numbers that the text can mean: `1.000` is 1000 or, with three decimals, 1. */
  values: readonly number[]
  /** Undefined if the text has no currency, or a sign that several currencies share. */
  currency?: string
}

/** Returns the possible meanings of a search text. */
export function parseSearch(typed: string): SearchText {
  // People write "#1107" for an order number that is stored without the sign.
  const text = typed
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^# ?(?=[\p{L}\p{N}])/u, '')
  const last4 = cardEnding.exec(text)?.groups?.last4
  const amount = amountIn(text)
  const payments = paymentsIn(text)
  const [, name, value] = /^([^\s:]{1,40}):\s?(.+)$/u.exec(text) ?? []
  return {
    text,
    ...(/^(?:[A-Za-z]{16}|[A-Za-z]{4})$/.test(text) && { id: text }),
    ...(last4 && { last4 }),
    ...(amount && { amount }),
    ...(payments.length > 0 && { payments }),
    ...(name && value && /[\p{L}\p{N}]/u.test(value) && { metadata: { name, value } }),
  }
}

/**
 * Returns a text in the forms in which it can be stored. Texts are stored as they were sent, and Unicode has two forms for
 * letters with accents: one character, or a letter and its accent.
 */
export const formsOf = (text: string): string[] => [
  ...new Set([text, text.normalize('NFC'), text.normalize('NFD')]),
]

/** Returns the complete numbers that a text can be: as it is written or in other letters, without or with a #. */
export const numbersMeant = ({ text }: Pick<SearchText, 'text'>): string[] => [
  ...new Set(
    [text, text.toUpperCase(), text.toLowerCase()].flatMap(formsOf).flatMap((each) => [each, `#${each}`]),
  ),
]

/** Returns an amount in minor units of a currency, once for each reading that has no more decimals than the currency. */
export function minorUnitsOf({ values, currency: named }: SearchedAmount, currency: string): bigint[] {
  if (named !== undefined && named !== currency) return []
  return values.flatMap((value) => toMinor(value, currency) ?? [])
}

/** The same for all currencies that the amount can be in, together where they have the same decimals. */
export function minorUnitsByCurrency(amount: SearchedAmount): { minor: bigint; codes: string[] }[] {
  const found = new Map<bigint, string[]>()
  for (const code of amount.currency === undefined ? currencies : [amount.currency]) {
    for (const minor of minorUnitsOf(amount, code)) found.set(minor, [...(found.get(minor) ?? []), code])
  }
  return [...found].map(([minor, codes]) => ({ minor, codes }))
}

const cardEnding =
  /^(?:[•*·.x\s]{2,}|(?:visa|mastercard|amex|maestro|card|kort|karte)\s*[•*·.]*\s*)?(?<last4>\d{4})$/iu

/** Signs of one currency. Others, such as `$`, `¥` and `kr`, are of several. */
const signs: Record<string, string | undefined> = { '€': 'EUR', '£': 'GBP' }
/** Signs and words as amounts are written in any locale: `$`, `US$`, `JP¥`, `₹`, `kr`, `kr.`, `Nkr`, `zł`. */
const sign = String.raw`[a-z]{0,2}\p{Sc}|[a-z]?kr\.?|zł|:-`
const digits = String.raw`\d[\d.,'’ ]*`
const written = new RegExp(
  `^(?<before>${sign}|[a-z]{3})?\\s?(?<number>${digits}?)\\s?(?<after>${sign}|[a-z]{3})?$`,
  'iu',
)
const isSign = new RegExp(`^(?:${sign})$`, 'iu')

function amountIn(text: string): SearchedAmount | undefined {
  const { before, number, after } = written.exec(text)?.groups ?? {}
  if (number === undefined || (before && after)) return undefined
  const unit = before ?? after
  const code = unit?.toUpperCase()
  if (unit !== undefined && !isSign.test(unit) && !isCurrency(code ?? '')) return undefined
  const values = readings(number.trim())
  if (values.length === 0) return undefined
  const currency = unit !== undefined && isSign.test(unit) ? signs[unit] : code
  return { values, ...(currency && { currency }) }
}

/** A longer text is not just a card and an amount. */
const maxPaymentLength = 60

/** Splits a text at each space into a card and an amount, in either order. */
function paymentsIn(text: string): SearchedPayment[] {
  if (text.length > maxPaymentLength) return []
  return [...text.matchAll(/ /g)].flatMap(({ index }) => {
    const [before, after] = [text.slice(0, index), text.slice(index + 1)]
    return [paymentOf(before, after), paymentOf(after, before)].filter((payment) => payment !== undefined)
  })
}

function paymentOf(card: string, paid: string): SearchedPayment | undefined {
  const last4 = cardEnding.exec(card)?.groups?.last4
  const amount = last4 === undefined ? undefined : amountIn(paid)
  return last4 !== undefined && amount ? { last4, amount } : undefined
}

/** The numbers that digits with separators can mean. */
function readings(number: string): number[] {
  const [last] = number.match(/[.,](?=\d+$)/) ?? []
  const decimals = last ? number.slice(number.lastIndexOf(last) + 1) : ''
  const whole = last ? number.slice(0, number.lastIndexOf(last)) : number
  const candidates = [
    isGrouped(number) ? number.replaceAll(/\D/g, '') : undefined,
    last && decimals.length <= 4 && !whole.includes(last) && isGrouped(whole)
      ? `${whole.replaceAll(/\D/g, '')}.${decimals}`
      : undefined,
  ]
  const values = candidates.flatMap((candidate) => (candidate === undefined ? [] : Number(candidate)))
  return [...new Set(values.filter((value) => value <= 1e13))]
}

/** Whether digits are written without a separator, or with the same one before every three. */
const isGrouped = (whole: string) => /^(?:\d+|\d{1,3}(?:([.,'’ ])\d{3})(?:\1\d{3})*)$/.test(whole)
