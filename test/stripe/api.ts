import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { checkPermission } from './api-keys'
import type { StripeDouble } from './double'
import { ApiError, idempotencyError, invalid, lockTimeout, rateLimited, serverError } from './errors'
import { expanded } from './expand'
import type { FaultRule } from './faults'
import { canonical, decodeForm, type FormParts } from './form'
import type { StoredResponse } from './idempotency'
import { createFile, readUpload } from './objects/files'
import { list, text } from './params'
import type { StripeCaller } from './route'
import { findRoute } from './routes'
import { apiVersion } from './state'

export interface ApiRequest {
  method: string
  path: string
  query: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A response, or null to break the connection. */
export type ApiResponse = (StoredResponse & { headers: Record<string, string>; cut: boolean }) | null

const json = (body: object) => JSON.stringify(body, null, 2)
const errorBody = (error: ApiError, requestId: string): StoredResponse => ({
  status: error.status,
  body: json({ error: { ...error.body, request_log_url: `https://dashboard.example/logs/${requestId}` } }),
})

/** Serves a request to the API, with the requested fault. */
export async function serveApi(double: StripeDouble, request: ApiRequest): Promise<ApiResponse> {
  const { method, path, headers } = request
  const id = double.state.id('req_', 14)
  const key = headerOf(headers, 'idempotency-key') ?? null
  const fault = double.faults.take(method, path)
  const served = await serve(double, request, { id, key, fault })
  const { status, body, replayed = false, lost = false } = served
  double.requests.push({ id, method, path, key, status, replayed, lost, at: Date.now() })
  if (lost) return null
  return {
    status,
    body,
    cut: fault?.kind === 'cut',
    headers: {
      'Content-Type': served.html ? 'text/html' : 'application/json',
      'Request-Id': id,
      'Stripe-Version': apiVersion,
      ...(key !== null && { 'Idempotency-Key': key, 'Original-Request': served.original ?? id }),
      ...(replayed && { 'Idempotent-Replayed': 'true' }),
      ...(status === 429 && { 'Stripe-Rate-Limited-Reason': 'endpoint-rate' }),
    },
  }
}

interface Serving {
  id: string
  key: string | null
  fault: FaultRule | undefined
}
type Served = StoredResponse & { replayed?: boolean; original?: string; html?: boolean; lost?: boolean }

async function serve(double: StripeDouble, request: ApiRequest, serving: Serving): Promise<Served> {
  const { fault, id } = serving
  const { method, path } = request
  try {
    const found = findRoute(method, path)
    if (!double.pace.allows(`${method} ${found?.route.path ?? path}`)) throw rateLimited()
    const refused = beforeWork(fault)
    if (refused !== undefined) return refused
    const served = await work(double, request, serving, found).catch((failure) => refusal(failure, id))
    if (fault?.kind === 'slow') await wait(fault.ms, undefined, { ref: false })
    return { ...served, lost: fault?.kind === 'lost-after' }
  } catch (failure) {
    return refusal(failure, id)
  }
}

/** The response to a refused request. Other failures are bugs in the double. */
function refusal(failure: unknown, id: string): StoredResponse {
  if (failure instanceof ApiError) return errorBody(failure, id)
  throw failure
}

/** What happens instead of the work. */
function beforeWork(fault: FaultRule | undefined): Served | undefined {
  switch (fault?.kind) {
    case 'lost-before':
      return { status: 0, body: '', lost: true }
    case 'rate-limit':
      throw rateLimited()
    case 'lock-timeout':
      throw lockTimeout(fault.status)
    case 'refused':
      throw invalid('This request cannot be processed.')
    case 'error-before':
      throw serverError()
    case 'gateway':
      return { status: 502, body: '<html><body>Bad gateway</body></html>', html: true }
    case 'bare-404':
      return { status: 404, body: json({ message: 'Not found' }) }
    default:
      return undefined
  }
}

type Found = ReturnType<typeof findRoute>

async function work(
  double: StripeDouble,
  request: ApiRequest,
  { id, key, fault }: Serving,
  found: Found,
): Promise<Served> {
  const { method, path, headers } = request
  const { caller, key: apiKey } = double.apiKeys.identify(headers.authorization)
  checkHeaders(headers)
  const upload = method === 'POST' && path === '/v1/files'
  if (!found && !upload) throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404)
  if (found) checkPermission(apiKey, found.route)

  const { form, run } = upload
    ? await uploading(double, request)
    : running(double, found, decodeForm(method === 'POST' ? request.body.toString() : request.query), caller)
  // Other methods are idempotent without a key.
  const kept = method === 'POST' ? key : null
  if (kept === null) {
    await delay(fault)
    return perform(double, run, { id, key })
  }
  if (kept.length > 255) throw idempotencyError('A key has at most 255 characters.', 400)
  const { state, idempotency } = double
  const fingerprint = `${method} ${path} ${canonical(form)}`
  const stored = idempotency.begin(kept, {
    fingerprint,
    requestId: id,
    now: state.clock.now(),
    seconds: state.settings.keySeconds,
  })
  if (stored) return { status: stored.status, body: stored.body, replayed: true, original: stored.requestId }
  try {
    await delay(fault)
    const outcome = fault?.kind === 'error-instead' ? undefined : perform(double, run, { id, key })
    const isError = outcome === undefined || fault?.kind === 'error-after'
    const response = isError ? errorBody(serverError(), id) : outcome
    idempotency.store(kept, response)
    return response
  } finally {
    // Parameters that are refused leave the key free.
    idempotency.free(kept)
  }
}

const delay = (fault: FaultRule | undefined) =>
  fault?.kind === 'delay' ? wait(fault.ms, undefined, { ref: false }) : undefined

/** The work of a request. It refuses parameters by throwing; its own errors are part of its outcome. */
type Run = () => () => object

const expansion = list(text)

function running(
  { state }: StripeDouble,
  found: Found,
  form: FormParts,
  caller: StripeCaller,
): { form: FormParts; run: Run } {
  const run: Run = () => {
    if (!found) throw new Error('no route')
    const { expand, ...rest } = form
    const paths = expand === undefined ? [] : expansion.read(expand, 'expand')
    const prepared = found.route.prepare(rest)
    return () => expanded(state, prepared(state, found.id, caller), paths)
  }
  return { form, run }
}

async function uploading(
  { state }: StripeDouble,
  { body, headers }: ApiRequest,
): Promise<{ form: FormParts; run: Run }> {
  const { form, upload } = await readUpload(body, headers['content-type'] ?? '')
  return { form, run: () => () => createFile(state, form, upload) }
}

function perform(
  { state }: StripeDouble,
  run: Run,
  { id, key }: { id: string; key: string | null },
): StoredResponse {
  state.clock.runDue()
  const prepared = run()
  state.cause = { id, idempotency_key: key }
  try {
    return { status: 200, body: json(prepared()) }
  } catch (failure) {
    return refusal(failure, id)
  } finally {
    state.cause = null
  }
}

const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

function checkHeaders(headers: IncomingHttpHeaders): void {
  const version = headerOf(headers, 'stripe-version')
  if (version !== undefined && version !== apiVersion) throw invalid(`Unknown API version: ${version}.`)
  if (headerOf(headers, 'stripe-account') !== undefined)
    throw invalid('The key has no access to other accounts.', { code: 'account_invalid' }, 403)
}
