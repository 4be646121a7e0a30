import { type Flaw, KassaError } from '../error/error'

/** Whether something was begun of which nobody knows yet whether it is done: the worker finds out. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof KassaError && error.type === 'backend timeout'

const unanswered =
  'The card service has not answered yet, and it may be done or not. Look again in a minute before you do anything else.'

/** A refusal that is answered, not thrown, in words for people: they have no keys for repeating requests. */
export function refusalFor(error: KassaError | undefined): (Flaw & { isOpen: boolean }) | undefined {
  if (!error) return undefined
  const isOpen = isUnanswered(error)
  return { ...error.content, ...(isOpen && { description: unanswered }), isOpen }
}
