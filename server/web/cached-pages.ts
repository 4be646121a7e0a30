import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import { gzipSync } from 'node:zlib'
import { log } from '../core/log'
import type { PageHandler } from './listen'

/** A rendered page, plain and compressed. */
interface Rendered {
  headers: Record<string, number | string | string[]>
  plain: Buffer
  compressed: Buffer
  tag: string
}

/** Pages that are the same for everybody, for as long as the process runs. */
const keptPaths = new Set(['/docs'])

/**
 * Renders such pages once per process, not once per request, and lets browsers cache them. Their scripts then carry the
 * same nonce each time, which is safe on a page that shows nobody's data.
 */
export function cachePages(pages: PageHandler): PageHandler {
  const kept = new Map<string, Rendered>()
  return async (request, response) => {
    const [path = '/', query = ''] = (request.url ?? '/').split('?')
    if (!keptPaths.has(path) || !isWholePage(request, query)) return pages(request, response)
    // These pages ignore queries, so a query must not render them again.
    request.url = path
    const known = kept.get(path)
    if (known) return send(request, response, known)
    // Recorded uncompressed, and compressed here once.
    delete request.headers['accept-encoding']
    record(response, (body) => {
      if (response.statusCode === 200) kept.set(path, renderedOf(response, body))
    })
    return pages(request, response)
  }
}

/**
 * Has such pages, and the OpenAPI document, produced before the process is ready. The API reference blocks the event loop
 * for up to a second, in which payments would wait.
 */
export async function renderInAdvance({ host, port }: { host: string; port: number }): Promise<void> {
  const address = isIPv6(host)
    ? `[${host === '::' ? '::1' : host}]`
    : host.replace(/^0\.0\.0\.0$/, '127.0.0.1')
  for (const path of [...keptPaths, '/v1/openapi.json'])
    await fetch(`http://${address}:${port}${path}`, { redirect: 'manual' })
      .then((response) => response.arrayBuffer())
      .catch((error: unknown) => log.warn({ err: error, path }, 'A page could not be rendered in advance'))
}

/** Scripts request parts of a page by the same path. */
const isWholePage = ({ method, headers }: IncomingMessage, query: string) =>
  method === 'GET' &&
  headers.rsc === undefined &&
  headers['next-router-state-tree'] === undefined &&
  !query.includes('_rsc=')

/** Calls back with everything written to a response, just before it ends. */
function record(response: ServerResponse, whole: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  const { write, end } = response
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  response.write = ((...args: Parameters<typeof write>) => {
    keep(args[0])
    return write.apply(response, args)
  }) as typeof write
  response.end = ((...args: Parameters<typeof end>) => {
    keep(args[0])
    whole(Buffer.concat(chunks))
    return end.apply(response, args)
  }) as typeof end
}

function renderedOf(response: ServerResponse, plain: Buffer): Rendered {
  const { 'transfer-encoding': _, date: __, connection: ___, ...headers } = response.getHeaders()
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  const known = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return {
    headers: {
      ...Object.fromEntries(known),
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding, RSC, Next-Router-State-Tree',
      etag: tag,
    },
    plain,
    compressed: gzipSync(plain),
    tag,
  }
}

function send(request: IncomingMessage, response: ServerResponse, page: Rendered): void {
  for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value)
  if (request.headers['if-none-match'] === page.tag) {
    response.statusCode = 304
    response.end()
    return
  }
  const isCompressed = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const body = isCompressed ? page.compressed : page.plain
  if (isCompressed) response.setHeader('content-encoding', 'gzip')
  response.setHeader('content-length', body.length)
  response.end(body)
}
