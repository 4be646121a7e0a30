import { inTurns } from '../core/export-turns'
import { streamOf } from '../core/stream'
import { type CodePage, encodeIn } from './code-page'

const lineEnd = '\r\n'

/** Returns lines as a file in a character set, read as fast as the client takes them. */
export const streamFile = (page: CodePage, parts: AsyncIterable<string[]>): ReadableStream<Uint8Array> =>
  streamOf(inTurns(parts, 1, ([lines = []]) => encodeIn(page, lines.map((line) => line + lineEnd).join(''))))
