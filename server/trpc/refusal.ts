import { log } from '../core/log'
import { DocumentedError } from '../http/documented-error'
import type { Flaw } from '../model/error-object'
import { hasCode, KassaError } from '../model/errors'
import { contentForMerchant } from './wording'

/**
 * Whether the outcome of an operation is unknown: the card service has not responded, or Kassa or its database failed.
 * The worker completes anything that has begun.
 */
export const isUndecided = (error: unknown): boolean =>
  hasCode(error, 'card-service.no-response') ||
  !(error instanceof KassaError || error instanceof DocumentedError)

const undecided =
  'It is not known yet whether this was done. Kassa completes it if it had begun. Look again in a minute before you do anything else.'

/** Returns an error as a refusal that a procedure can return, worded for people. */
export function refusalFor(
  error: unknown,
  { locale }: { locale: string },
): (Flaw & { isOpen: boolean }) | undefined {
  if (error === undefined) return undefined
  if (error instanceof KassaError && !isUndecided(error)) {
    return { ...contentForMerchant(error, locale), isOpen: false }
  }
  log.error({ err: error }, 'An order was not changed, or it is not known whether it was')
  return { type: 'Order', description: undecided, isOpen: true }
}
