import { contentTooLarge, mustBeJson, notJson } from '../http/body'
import type { DocumentedError } from '../http/documented-error'
import { exceededLimit } from '../http/json-limits'
import { responseToError } from '../http/respond'
import { codeOf } from './errors'

/** The largest input of the calls in one request, in bytes. The largest legitimate one names a thousand orders. */
export const maxInputBytes = 262_144

/** The most calls in one request. The pages send at most ten. */
export const maxBatch = 20

const limits = { depth: 32, entries: 20_000 }

/**
 * Returns the request if its input is JSON within the limits of bytes, depth, entries and calls; otherwise the response
 * that refuses it. This runs before anything else traverses the input.
 */
export async function checkInput(request: Request, requestId: string): Promise<Request | Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname.split(',').length > maxBatch) {
    return refusal(contentTooLarge(`One request may make at most ${maxBatch} calls.`), requestId)
  }
  if (request.method === 'GET') {
    const input = searchParams.get('input')
    const problem = input === null ? undefined : problemOf(input)
    return problem ? refusal(problem, requestId) : request
  }
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? 'application/json')) {
    return refusal(mustBeJson('input'), requestId)
  }
  const text = await request.text()
  const problem = text === '' ? undefined : problemOf(text)
  if (problem) return refusal(problem, requestId)
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, signal, ...(text !== '' && { body: text }) })
}

function problemOf(text: string): DocumentedError | undefined {
  if (Buffer.byteLength(text) > maxInputBytes)
    return contentTooLarge('The input is larger than 256 KiB. Send less at once.')
  const exceeded = exceededLimit(text, limits)
  if (exceeded === 'entries')
    return contentTooLarge(`The input has more than ${limits.entries} entries. Send less at once.`)
  try {
    if (exceeded === undefined) {
      JSON.parse(text)
      return undefined
    }
  } catch {
    return notJson('The input is not JSON.')
  }
  return notJson(`The input has more than ${limits.depth} lists or objects inside one another.`)
}

/** Returns a refusal in the form that the pages know: tRPC's, with the documented error in it. */
function refusal(error: DocumentedError, requestId: string): Response {
  const { status, body } = responseToError(error, requestId)
  const data = { code: codeOf(status), httpStatus: status, details: body }
  return Response.json(
    { error: { json: { message: error.message, code: -32600, data } } },
    { status, headers: { 'Cache-Control': 'no-store' } },
  )
}
