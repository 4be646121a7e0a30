import { streamOf } from '../core/stream'
import { type CodePage, encodeIn } from './code-page'

const lineEnd = '\r\n'

/** Returns lines as a file in a character set, read as fast as the client takes them. */
export const streamFile = (page: CodePage, lines: AsyncIterable<string[]>): ReadableStream<Uint8Array> =>
  streamOf(encoded(page, lines))

async function* encoded(page: CodePage, parts: AsyncIterable<string[]>): AsyncGenerator<Uint8Array> {
  for await (const lines of parts)
    if (lines.length > 0) yield encodeIn(page, lines.map((line) => line + lineEnd).join(''))
}
