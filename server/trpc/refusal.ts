import { log } from '../core/log'
import { type Flaw, KassaError } from '../model/errors'

/**
 * Whether the outcome of an operation is unknown: the card service has not responded, or Kassa or its database failed
 * on the way. The worker completes whatever had begun.
 */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof KassaError ? error.type === 'backend timeout' : error !== undefined

const unanswered =
  'It is not known yet whether this was done. Kassa completes it if it had begun. Look again in a minute before you do anything else.'

/** Returns a refusal to return instead of throw, in words for people, who have no keys for repeating requests. */
export function refusalFor(error: unknown): (Flaw & { isOpen: boolean }) | undefined {
  if (error === undefined) return undefined
  if (error instanceof KassaError && !isUnanswered(error)) return { ...error.content, isOpen: false }
  log.error({ err: error }, 'An order was not changed, or it is not known whether it was')
  return { type: 'Order', description: unanswered, isOpen: true }
}
