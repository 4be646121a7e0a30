import { performance } from 'node:perf_hooks'
import type * as z from 'zod'
import { withoutConfidentialCode } from '../card/card-failure'
import { type Actor, type Context, contextOf, isForMerchant } from '../core/context'
import { isId } from '../core/id'
import { log } from '../core/log'
import { readInTurn } from '../core/read-turns'
import { maxPublicBodyBytes, parseBody, readBody, refuseBody } from '../http/body'
import { documented } from '../http/documented'
import { DocumentedError } from '../http/documented-error'
import { queryError } from '../http/flaws'
import { isWaiting, waitingError } from '../http/health'
import { fromWebRequest, type HttpRequest, type HttpResponse, toWebResponse } from '../http/messages'
import type { EndpointResponse } from '../http/respond'
import { errorResponse, requestIdOf, respond, responseToError } from '../http/respond'
import { sourceOf } from '../http/source'
import { authenticate, type FindKey } from '../key/authenticate'
import type { KeyKind } from '../key/issue-key'
import { recordRequest } from '../metrics/recorders'
import { hasCode, type KassaError } from '../model/errors'
import { logRequest } from '../request-log/write'
import { runtime } from '../runtime'
import { findKeyAndPayer } from '../store/find-payer'
import { findKeyAndSnapshot } from '../store/order-snapshot'
import {
  type Definition,
  type Endpoint,
  type EndpointCall,
  type FoundWithKey,
  foreignAccount,
  matchPath,
  type NeededFirst,
  noSuchPath,
  wrongKind,
} from './endpoint'
import { idempotently } from './idempotency'

type Output<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined

/**
 * The path of every REST request: request id → authenticate → parse → idempotency → act → respond → log. A route
 * declares its input and output, and makes one domain call. If it also declares what it needs first, its body is parsed
 * before authentication, so that both take one look-up.
 */
export const endpoint = <Body extends z.ZodType, Query extends z.ZodType>(
  definition: Definition<Body, Query>,
  act: (call: EndpointCall<Output<Body>, Output<Query>>) => Promise<EndpointResponse>,
): Endpoint => handled(definition, (request, seen) => run(definition, act, request, seen))

/** An endpoint that is open to everyone: no key, no merchant, nothing to parse. */
export const openEndpoint = (
  definition: Definition,
  act: (request: HttpRequest) => Promise<EndpointResponse>,
): Endpoint => handled(definition, act)

function handled(
  definition: Definition,
  act: (request: HttpRequest, seen: Seen) => Promise<EndpointResponse>,
): Endpoint {
  const respondTo = async (request: HttpRequest): Promise<HttpResponse> => {
    const started = performance.now()
    const requestId = requestIdOf(request)
    const seen: Seen = { requestId }
    const result = await act(request, seen).catch((error: unknown) => responseToError(error, requestId))
    const response = responseOf(result, result.status ?? successOf(definition), requestId)
    const { status } = response
    const ms = Math.round((performance.now() - started) * 10) / 10
    const { method, path, query } = request
    const { merchant, key, isPublic = false, body } = seen
    log.info({ requestId, method, path, status, ms, merchant, key })
    recordRequest(method, definition.path, status, ms)
    if (merchant !== undefined && key !== undefined) {
      const { db } = runtime()
      const text = typeof response.body === 'string' ? response.body : null
      const content = method === 'GET' && status < 400 ? null : text
      const caller = { merchantId: merchant, keyId: key, isPublic }
      const described = { ...caller, requestId, date: new Date(), method, path, query }
      logRequest(db, { ...described, status, milliseconds: ms, body, responseBody: content })
    }
    return response
  }
  const handler = async (request: Request) => toWebResponse(await respondTo(fromWebRequest(request)))
  return Object.assign(handler, { definition, respond: respondTo })
}

function responseOf(result: EndpointResponse, status: number, requestId: string): HttpResponse {
  try {
    return respond(result, status, requestId)
  } catch (error) {
    // The action is done. If its response cannot be serialised, the caller still gets one.
    return errorResponse(error, requestId)
  }
}

/** What the logs show about the caller and the request, as far as it is known. */
interface Seen {
  requestId: string
  merchant?: string
  key?: string
  isPublic?: boolean
  body?: Uint8Array
}

async function run<Body extends z.ZodType, Query extends z.ZodType>(
  definition: Definition<Body, Query>,
  act: (call: EndpointCall<Output<Body>, Output<Query>>) => Promise<EndpointResponse>,
  request: HttpRequest,
  seen: Seen,
): Promise<EndpointResponse> {
  const params = matchPath(definition.path, request.path)
  if (!params) throw noSuchPath()
  if (isWaiting()) throw await waitingError()
  const early = await readEarly(definition, params, request)
  const found: FoundWithKey = {}
  const find = early?.needed && findingWithKey(early.needed, found)
  const context = {
    ...(await authorise(definition.keys, request, seen, find)),
    source: sourceOf(request.headers),
  }
  resolveAccount(params, context.actor)
  const query = parseQuery(definition.query, request.query)
  const changes = request.method !== 'GET'
  const isList = !changes && definition.query !== undefined
  const bytes = early?.bytes ?? (changes ? await readBody(request, context.actor) : new Uint8Array())
  seen.body = bytes
  const body = early?.body ?? parsed(definition, request, bytes)
  const actIn = (inside: Context) =>
    act({
      context: inside,
      // Parsed by the definition's own schemas just above.
      body: body as Output<Body>,
      query: query as Output<Query>,
      params,
      request,
      requestId: seen.requestId,
      found,
    })
  const call = async (origin?: string, isFirst = false) => {
    const inside = { ...context, ...(origin !== undefined && { origin, isFirst }) }
    const result = await (isList ? readInTurn(inside, actIn) : actIn(inside)).catch((error: unknown) => {
      if (params.accountId === 'me' && hasCode(error, 'not-found')) throw noOwnAccount(error)
      throw isForMerchant(context.actor) ? error : withoutConfidentialCode(error)
    })
    return { ...result, status: result.status ?? successOf(definition) }
  }
  return changes ? idempotently({ context, request, requestId: seen.requestId, body: bytes }, call) : call()
}

/** A body that was read before authentication, and what the endpoint needs first. An invalid body has only bytes. */
interface EarlyBody {
  bytes: Uint8Array
  body?: unknown
  needed?: NeededFirst | undefined
}

/**
 * Reads and parses the body of an endpoint that needs something first. Leaves a body alone that is too large for some
 * keys or that has no declared length. An invalid body is refused after authentication, so errors of the key come first.
 */
async function readEarly(
  definition: Pick<Definition, 'body' | 'needsFirst'>,
  params: Record<string, string>,
  request: HttpRequest,
): Promise<EarlyBody | undefined> {
  const length = request.headers.get('content-length')
  if (!definition.needsFirst || length === null || Number(length) > maxPublicBodyBytes) return undefined
  const bytes = await request.body()
  try {
    const body = parsed(definition, request, bytes)
    return { bytes, body, needed: definition.needsFirst({ params, body }) }
  } catch {
    return { bytes }
  }
}

const parsed = ({ body }: Pick<Definition, 'body'>, request: HttpRequest, bytes: Uint8Array): unknown =>
  body ? parseBody(body, bytes, request.headers) : refuseBody(bytes)

/**
 * Returns a function that finds a key together with what is needed, and puts the latter into `found`. Returns undefined
 * for an id that cannot exist.
 */
function findingWithKey(needed: NeededFirst, found: FoundWithKey): FindKey | undefined {
  if ('payer' in needed) {
    if (!isId(needed.payer)) return undefined
    return async (db, hash) => {
      const both = await findKeyAndPayer(db, { hash, accountId: needed.payer })
      found.payer = both?.payer
      return both
    }
  }
  if (!isId(needed.order)) return undefined
  return async (db, hash) => {
    const both = await findKeyAndSnapshot(db, { hash, orderId: needed.order })
    found.order = both?.snapshot
    return both
  }
}

/** Authenticates the caller and checks that they may call the endpoint. */
async function authorise(
  keys: readonly KeyKind[],
  request: HttpRequest,
  seen: Seen,
  find: FindKey | undefined,
): Promise<Context> {
  const { merchant, actor } = await authenticate(runtime(), request.headers.get('authorization'), find)
  seen.merchant = merchant.id
  seen.key = actor.keyId
  seen.isPublic = actor.kind === 'public'
  if (!keys.includes(actor.kind)) {
    throw wrongKind(actor.kind, keys)
  }
  return { ...contextOf(runtime(), merchant), actor }
}

/** Replaces `me` with the account of an account key, which may not name an account itself. */
function resolveAccount(params: Record<string, string>, actor: Actor): void {
  if (actor.kind !== 'account' || params.accountId === undefined) return
  if (params.accountId !== 'me') throw foreignAccount()
  params.accountId = actor.accountId
}

/** The error for a key that has no account of its own, and still uses `me`. */
function noOwnAccount(cause: KassaError<'not-found'>) {
  const { type, content } = documented(cause)
  const description = "`me` is only for account keys. Use the account's id."
  return new DocumentedError({ type, content: { ...content, description } }, { cause })
}

function parseQuery(schema: z.ZodType | undefined, query: string): unknown {
  if (!schema) return undefined
  const search = new URLSearchParams(query)
  const seen = new Set<string>()
  const twice = [...search.keys()].find((name) => seen.size === seen.add(name).size)
  if (twice !== undefined) {
    throw new DocumentedError({
      type: 'invalid query argument',
      content: {
        type: 'query',
        description: `${twice} appears more than once. Send it once.`,
        property: twice,
      },
    })
  }
  const input = Object.fromEntries(search)
  const result = schema.safeParse(input)
  if (!result.success) throw queryError(result.error.issues, input)
  return result.data
}

const successOf = (definition: Definition): number => Number(Object.keys(definition.responses)[0])
