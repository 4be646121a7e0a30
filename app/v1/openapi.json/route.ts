import { sha256 } from '@/server/core/crypto'
import { openEndpoint } from '@/server/rest/handle'
import { interfaceDocument } from '../document'
import { openApiDefinition } from './definition'

/** Built once per process: the document depends only on the code. */
let written: { text: string; tag: string } | undefined

function write() {
  const text = JSON.stringify(interfaceDocument())
  return { text, tag: `"${sha256(text).slice(0, 32)}"` }
}

export const GET = openEndpoint(openApiDefinition, async (request) => {
  written ??= write()
  const { text, tag } = written
  const headers = { ETag: tag, 'Cache-Control': 'no-cache' }
  return request.headers.get('if-none-match') === tag ? { status: 304, headers } : { body: text, headers }
})
