/** Errors of the network or the driver that mean the database cannot be reached at the moment. */
const unreachable = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EPIPE',
    'ETIMEDOUT',
  ],
  ...['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'],
])

/** Messages of the job queue's driver for connections that broke or could not be opened. It gives them no code. */
const lostConnection = new Set([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])

/**
 * SQLSTATEs after which the same request may succeed later: connection lost (08), a role or database that is refused
 * (28000, 28P01, 3D000), as while a password is changed or a backup restored, deadlock and serialization failure (40),
 * resources used up (53), lock or statement time-out (55P03, 57014), server stopping or starting (57P), read-only after a
 * failover (25006), a transaction that was idle for too long (25P03), and an I/O error of the server's disk (58030).
 */
const transientStates = /^(08...|28000|28P01|3D000|40...|53...|55P03|57014|57P0[1-5]|25006|25P03|58030)$/

/** SQLSTATEs of connections that the server ended, or did not accept yet. */
const refusedConnection = /^(08...|53300|57P0[1-5])$/

/** The Unix socket of a server that does not run does not exist. A missing file has the same code. */
export const isMissingSocket = ({ code, syscall }: NodeJS.ErrnoException): boolean =>
  code === 'ENOENT' && syscall === 'connect'

/** Whether an error, or one of its causes, means that there is no connection to the database. */
export const isUnreachable = (error: unknown): boolean =>
  causes(error).some((cause) => lostConnection.has(cause.message) || isMissingSocket(cause)) ||
  hasCode(error, (code) => unreachable.has(code) || refusedConnection.test(code))

/** Whether an error, or one of its causes, is a temporary condition of the database. */
export const isTransient = (error: unknown): boolean =>
  isUnreachable(error) || hasCode(error, (code) => transientStates.test(code))

/**
 * Whether the database rolled the transaction back because of another one (deadlock, serialization failure). Running it
 * again is safe and likely to succeed.
 */
export const isRolledBack = (error: unknown): boolean =>
  hasCode(error, (code) => code === '40P01' || code === '40001')

/** Returns PostgreSQL's error if it refused a statement because an earlier one of the same transaction had failed. */
export const refusalAfterFailure = (error: unknown): Error | undefined =>
  causes(error).find((cause) => 'code' in cause && cause.code === '25P02')

/** Whether a time zone is unknown to PostgreSQL. It has the same code for any setting that it does not accept. */
export const isUnknownTimeZone = (error: unknown): boolean => hasCode(error, (code) => code === '22023')

/** Whether a lock was not free in time. */
export const isLockTimeout = (error: unknown): boolean => hasCode(error, (code) => code === '55P03')

/** Whether a statement took longer than it may. */
export const isStatementTimeout = (error: unknown): boolean => hasCode(error, (code) => code === '57014')

/**
 * SQLSTATEs of errors that one row of a statement can cause while its other rows are valid: data (21, 22), constraints
 * (23), a rolled-back transaction (40), program limits (54), a lock time-out, and an error raised in SQL. Not a statement
 * time-out: the database is overloaded, and sending the rows again would make it worse.
 */
const statesOfOneRow = /^(2[123]...|40...|54...|55P03|P0001)$/

/** Whether one row may have caused the error. PostgreSQL has then rolled back the whole statement. */
export const isOfOneRow = (error: unknown): boolean => hasCode(error, (code) => statesOfOneRow.test(code))

/**
 * SQLSTATEs that say something about the server rather than the statement, so that another server with the same data can
 * succeed: no connection (08), a refused role (28) or database (3D), an object that is missing or forbidden (3F, 42), a
 * query that conflicts with recovery (40), resources used up (53), a server in another state (25006, 55, 57P), a broken
 * disk or index (58, XX). Not a statement time-out: elsewhere, it would take as long again.
 */
const statesOfServer = /^(08...|25006|28...|3D...|3F...|40...|42...|53...|55...|57P..|58...|XX...)$/

/** Whether another server with the same data may not have the error. */
export const isOfServer = (error: unknown): boolean =>
  isUnreachable(error) || hasCode(error, (code) => statesOfServer.test(code))

const hasCode = (error: unknown, matches: (code: string) => boolean): boolean =>
  causes(error).some((each) => 'code' in each && typeof each.code === 'string' && matches(each.code))

/** Returns the error itself, its cause, the cause of that, and so on. */
export function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}
