import type { StripeDouble } from './double'
import { ApiError } from './errors'
import type { Reply } from './start-double'

/** Serves the contents of an uploaded file to those with a key. */
export function serveFileContents(
  double: StripeDouble,
  { path, authorization }: { path: string; authorization: string | undefined },
): Reply | undefined {
  const [, id] = /^\/v1\/files\/(\w+)\/contents$/.exec(path) ?? []
  if (id === undefined) return undefined
  try {
    double.apiKeys.identify(authorization)
    const file = double.state.files.get(id)
    const body = double.state.fileContents.get(file.id) ?? Buffer.alloc(0)
    return { status: 200, body, headers: { 'Content-Type': 'application/octet-stream' } }
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    const body = JSON.stringify({ error: failure.body })
    return { status: failure.status, body, headers: { 'Content-Type': 'application/json' } }
  }
}
