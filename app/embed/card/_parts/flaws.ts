import { type CardField, cardFields } from '@/app/_parts/customer/card-inputs'
import { isWholeNumber, schemeOf } from '@/app/_parts/customer/format-card-input'

export type CardText = Record<CardField, string>

/** The name of each field in a response of `POST /v1/card`. */
export const propertyOf: CardText = { number: 'pan', expires: 'expires', csc: 'csc' }

/** Returns the fields that are visibly wrong before they are sent. */
export const flawsIn = (typed: CardText): CardField[] =>
  cardFields.filter((name) => {
    if (name === 'number') return !isWholeNumber(typed.number)
    if (name === 'expires') return monthIn(typed.expires) === undefined
    return typed.csc.trim().length !== codeLength(typed.number) || /\D/.test(typed.csc.trim())
  })

const codeLength = (number: string) => (schemeOf(number) === 'amex' ? 4 : 3)

/** Parses a month and year as people and browsers write them: 4/29, 04 / 2029. */
export function monthIn(text: string): [month: number, year: number] | undefined {
  const [, month, year] = /^(\d{1,2}) ?[/. -]? ?(?:20)?(\d\d)$/.exec(text.trim()) ?? []
  return Number(month) >= 1 && Number(month) <= 12 ? [Number(month), Number(year)] : undefined
}
