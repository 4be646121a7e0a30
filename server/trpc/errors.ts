import { TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { isTransient } from '@/db/errors'
import { notJson } from '../http/body'
import { contentError } from '../http/flaws'
import { bugInWords, responseToError } from '../http/respond'
import type { ErrorCode } from '../model/error-codes'
import type { Flaw } from '../model/error-object'
import { KassaError } from '../model/errors'
import { isUndecided } from './refusal'
import { UnreadableInput } from './transformer'
import { contentForMerchant } from './wording'

/** The details of an error that the dashboard gets: the same as in REST responses. */
export interface DashboardErrorDetails {
  status: number
  type: string
  content: Flaw
  /** Set for domain errors. */
  code?: ErrorCode | undefined
  /** Whether the call certainly did nothing, or may have succeeded. */
  outcome: 'nothing done' | 'unknown'
}

type ErrorObject = Pick<DashboardErrorDetails, 'status' | 'type' | 'content'>

type Code = TRPCError['code']

/** The tRPC codes for the statuses of Kassa's errors. */
const codes: Record<number, Code> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
}

/** The name that tRPC has for a status. */
export const codeOf = (status: number): Code => codes[status] ?? 'INTERNAL_SERVER_ERROR'

/** An error of a call with the details that the dashboard gets. */
export class DashboardError extends TRPCError {
  constructor(
    readonly details: DashboardErrorDetails,
    cause: unknown,
  ) {
    super({
      code: codeOf(details.status),
      message: details.content.description,
      cause,
    })
  }
}

/**
 * Maps what was thrown inside a call to its response, with the mapper of REST, which also logs internal faults. Amounts
 * are written as in `locale`.
 */
export function dashboardError(
  error: TRPCError,
  input: unknown,
  requestId: string,
  locale = 'en',
): TRPCError {
  if (error instanceof DashboardError) return error
  const { cause } = error
  // tRPC's own refusals, such as an unknown path, have their own code and no cause.
  if (cause === undefined && error.code !== 'INTERNAL_SERVER_ERROR') return error
  const thrown = thrownBy(cause, input) ?? error
  const { body } = responseToError(thrown, requestId)
  return new DashboardError(forMerchant(body as ErrorObject, thrown, { locale, requestId }), thrown)
}

function forMerchant(
  error: ErrorObject,
  thrown: Error,
  { locale, requestId }: { locale: string; requestId: string },
): DashboardErrorDetails {
  const outcome = isUndecided(thrown) ? 'unknown' : 'nothing done'
  if (thrown instanceof KassaError) {
    return { ...error, content: contentForMerchant(thrown, locale), code: thrown.code, outcome }
  }
  const saying = (description: string): DashboardErrorDetails => ({
    ...error,
    content: { ...error.content, description },
    outcome,
  })
  if (isTransient(thrown)) return saying(databaseBusy)
  return error.type === 'unknown error' ? saying(bugInWords(requestId)) : { ...error, outcome }
}

/** What a call says that this version does not know: its page is of an earlier one. */
export const unknownCall: DashboardErrorDetails = {
  status: 404,
  type: 'not found',
  content: { type: 'nothing', description: 'Kassa has been updated. Reload this page.' },
  outcome: 'nothing done',
}

const databaseBusy = 'The database cannot do this right now. Try again in a moment.'

function thrownBy(cause: Error | undefined, input: unknown): Error | undefined {
  if (cause instanceof ZodError) return contentError(cause.issues, input)
  if (cause instanceof UnreadableInput) return notJson(cause.message, cause)
  return cause
}
