import type { ErrorCode } from '../model/error-codes'
import type { KassaError } from '../model/errors'
import { DocumentedError } from './documented-error'
import { accountErrors } from './errors/accounts'
import { cardErrors } from './errors/cards'
import { connectionErrors } from './errors/connections'
import { documentErrors } from './errors/documents'
import { merchantErrors } from './errors/merchants'
import { orderErrors } from './errors/orders'
import { peopleErrors } from './errors/people'
import type { ErrorTable } from './errors/table'

/** The documented error for each domain error code. */
const table: ErrorTable<ErrorCode> = {
  ...documentErrors,
  ...orderErrors,
  ...cardErrors,
  ...connectionErrors,
  ...accountErrors,
  ...merchantErrors,
  ...peopleErrors,
}

/** Returns the documented error for a domain error. */
export const documented = <C extends ErrorCode>(error: KassaError<C>): DocumentedError =>
  new DocumentedError(table[error.code](error.params), { cause: error })
