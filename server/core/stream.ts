/**
 * Returns what a source yields as a stream, read as fast as the client takes it. If the client stops, the source ends
 * too; if the source fails, so does the stream. `Readable.toWeb` of Node.js does not serve here: it writes to a stream
 * that the client has just closed, and that error ends the process.
 */
export function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await source.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await source.return?.()
    },
  })
}
