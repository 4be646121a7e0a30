import { TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { contentError } from '../http/flaws'
import { errorAnswer } from '../http/respond'
import { type Flaw, KassaError } from '../model/errors'
import { UnreadableInput } from './transformer'

/** The details of an error that the dashboard gets: the same as in REST responses. */
export interface ErrorTold {
  status: number
  type: string
  content: Flaw
}

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

/** An error of a call with the details that the dashboard gets. */
export class ToldError extends TRPCError {
  constructor(
    readonly told: ErrorTold,
    cause: unknown,
  ) {
    super({ code: codes[told.status] ?? 'INTERNAL_SERVER_ERROR', message: told.content.description, cause })
  }
}

/** Maps what was thrown inside a call to its response, with the mapper of REST, which also logs internal faults. */
export function toldError(error: TRPCError, input: unknown, requestId: string): TRPCError {
  if (error instanceof ToldError) return error
  const { cause } = error
  // tRPC's own refusals, such as an unknown path, have their own code and no cause.
  if (cause === undefined && error.code !== 'INTERNAL_SERVER_ERROR') return error
  const thrown = thrownBy(cause, input) ?? error
  const { body } = errorAnswer(thrown, requestId)
  return new ToldError(body as ErrorTold, thrown)
}

function thrownBy(cause: Error | undefined, input: unknown): Error | undefined {
  if (cause instanceof ZodError) return contentError(cause.issues, input)
  if (cause instanceof UnreadableInput) {
    return new KassaError('malformed content', { type: 'JSON', description: cause.message }, { cause })
  }
  return cause
}
