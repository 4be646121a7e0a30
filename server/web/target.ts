/** The target of a request: the API, a page, the server itself (`*`), or nothing that exists. */
export type Target = { kind: 'interface' | 'page'; path: string } | { kind: 'server' | 'nothing' }

/**
 * Reads a request's target. An absolute one (`http://host/path`) counts as its path. A target that would reach the API
 * only after repair (`//v1`, `/v1\order`, `/V1`, `/x/../v1`, `/%761`) leads nowhere. It must not be redirected, and
 * must not reach the API past a proxy that reads it differently.
 */
export function targetOf(url: string): Target {
  if (url === '*') return { kind: 'server' }
  const path = url.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/i, '')
  const rooted = path.startsWith('/') ? path : `/${path}`
  if (/^\/v1(?=[/?]|$)/.test(rooted)) {
    const isPlain = !rooted.split('?')[0]?.includes('\\')
    return isPlain ? { kind: 'interface', path: rooted } : { kind: 'nothing' }
  }
  return leadsToApi(rooted) ? { kind: 'nothing' } : { kind: 'page', path: rooted }
}

/** Whether a server that normalises paths would find the API there. */
function leadsToApi(path: string): boolean {
  const parts: string[] = []
  const plain = decoded(path.split(/[?#]/)[0] ?? '')
  if (plain === undefined) return true
  for (const part of plain.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts[0]?.split(';')[0]?.toLowerCase() === 'v1'
}

/** How many times a path may be encoded. Decoding `%2525…` layer by layer would take as many passes as it is long. */
const maxLayers = 5

/** Decodes a path until nothing is encoded any more; undefined if it has too many layers. */
function decoded(path: string): string | undefined {
  let text = path
  for (let layer = 0; layer <= maxLayers; layer++) {
    try {
      const once = decodeURIComponent(text)
      if (once === text) return text
      text = once
    } catch {
      // Not a valid address; the pages refuse it.
      return text
    }
  }
  return undefined
}
