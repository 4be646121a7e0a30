import { codeForPayer } from '../model/card/describe-failure'
import { fail, hasCode } from '../model/errors'

/** The error for a card service that did nothing (`failed`), or whose outcome is not known yet. */
export const cardFailure = ({ status, cause }: { status: 'failed' | 'unknown'; cause: unknown }) =>
  fail(status === 'failed' ? 'card-service.failed' : 'card-service.no-response', {}, { cause })

/**
 * Replaces a decline code that only the merchant may see by `card declined`. Used for account keys, whose holder is the
 * payer. Public keys belong to the merchant's pages, which decide what to show.
 */
export const withoutConfidentialCode = (error: unknown): unknown =>
  hasCode(error, 'card.declined')
    ? fail('card.declined', { ...error.params, code: codeForPayer(error.params.code) }, { cause: error })
    : error
