import { hideCardNumbers, mapTexts } from './card-number'
import type { ErrorCode, ErrorCodes, None } from './error-codes'

/**
 * The one error class of the domain: what went wrong, as a code with parameters. It carries no wording: REST, the
 * dashboard and the account page each have their own. Anything else that the domain throws is a bug in Kassa.
 */
export class KassaError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'KassaError'

  /** Card numbers are hidden, because names in it may come from the caller. */
  readonly params: ErrorCodes[C]

  constructor(
    readonly code: C,
    params: ErrorCodes[C],
    options?: ErrorOptions,
  ) {
    super(code, options)
    this.params = mapTexts(params, hideCardNumbers) as ErrorCodes[C]
  }
}

type FailArguments<C extends ErrorCode> = ErrorCodes[C] extends None
  ? [params?: None, options?: ErrorOptions]
  : [params: ErrorCodes[C], options?: ErrorOptions]

/** Returns the error to throw for a code: `throw fail('order.overcharge', { event, left })`. */
export const fail = <C extends ErrorCode>(code: C, ...[params, options]: FailArguments<C>): KassaError<C> =>
  new KassaError<C>(code, (params ?? {}) as ErrorCodes[C], options)

/** Whether an error has one of the codes. */
export const hasCode = <C extends ErrorCode>(error: unknown, ...codes: C[]): error is KassaError<C> =>
  error instanceof KassaError && codes.some((code) => code === error.code)
