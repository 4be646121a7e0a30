import { counted } from '../../model/counted'
import type { ErrorCode, ErrorCodes } from '../../model/error-codes'
import type { Flaw } from '../../model/error-object'
import { type Money, toMajorText } from '../../model/money/money'
import type { Documented } from '../documented-error'

/** The documented error of each code. */
export type ErrorTable<C extends ErrorCode> = { [K in C]: (params: ErrorCodes[K]) => Documented }

export const invalid = (
  type: string,
  description: string,
  property?: string,
  details?: Flaw['details'],
): Documented => ({
  type: 'invalid content',
  content: { type, description, ...(property && { property }), ...(details && { details }) },
})

export const conflict = (type: string, description: string): Documented => ({
  type: 'conflict',
  content: { type, description },
})

export const forbidden = (description: string, type = 'Authorization'): Documented => ({
  type: 'forbidden',
  content: { type, description },
})

export const notAuthorized = (
  type: string,
  description: string,
  more: { details?: Flaw['details']; headers?: Record<string, string> } = {},
): Documented => ({
  type: 'not authorized',
  content: { type, description, ...(more.details && { details: more.details }) },
  ...(more.headers && { headers: more.headers }),
})

export const tooMany = (
  type: string,
  description: string,
  waitSeconds: number,
  details?: Flaw['details'],
): Documented => ({
  type: 'too many requests',
  content: { type, description, ...(details && { details }) },
  headers: { 'Retry-After': String(waitSeconds) },
})

/** "5 seconds", "1 minute". */
export function inWords(seconds: number): string {
  return seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
}

/** An amount in an error: `13.30 SEK`. */
export const moneyText = (money: Money): string => `${toMajorText(money)} ${money.currency}`

/** Personal data that cannot be erased before something is done. */
export const stillNeeded = (toDo: readonly string[]): string =>
  `The personal data is still needed, and nothing was erased. First ${toDo.join('; ')}. Then try again.`
