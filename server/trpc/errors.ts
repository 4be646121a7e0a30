import { TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { contentError } from '../http/flaws'
import { errorAnswer } from '../http/respond'
import { type Flaw, KassaError } from '../model/errors'
import { UnreadableInput } from './transformer'

/** What the face is told of an error: the same as REST answers. */
export interface ErrorTold {
  status: number
  type: string
  content: Flaw
}

type Code = TRPCError['code']

/** The statuses of Kassa's errors in the words of tRPC. */
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

/** An error of a call, with what the face is told of it. */
export class ToldError extends TRPCError {
  constructor(
    readonly told: ErrorTold,
    cause: unknown,
  ) {
    super({ code: codes[told.status] ?? 'INTERNAL_SERVER_ERROR', message: told.content.description, cause })
  }
}

/** The mapper of REST, for tRPC: what was thrown inside a call, as what is answered. Faults of ours are logged by it. */
export function toldError(error: TRPCError, input: unknown, requestId: string): TRPCError {
  if (error instanceof ToldError) return error
  const { cause } = error
  // tRPC's own refusals, such as a path that is none, have a code of their own and no cause.
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
