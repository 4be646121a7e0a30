import { fail } from '../model/errors'

/** The error for a card service that did nothing (`failed`), or whose outcome is not known yet. */
export const cardFailure = ({ status, cause }: { status: 'failed' | 'unknown'; cause: unknown }) =>
  fail(status === 'failed' ? 'card-service.failed' : 'card-service.no-response', {}, { cause })
