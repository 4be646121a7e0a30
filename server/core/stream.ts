/**
 * Returns what a source yields as a stream, read as fast as the client takes it. If the client stops, the source ends
 * too; if the source fails, so does the stream. `Readable.toWeb` of Node.js cannot be used here: it writes to a stream
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

/**
 * Waits for the first chunk of a stream and returns the whole stream. If the source fails before it, this throws, while
 * another response can still be sent.
 */
export async function begun(stream: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const reader = stream.getReader()
  const first = [await reader.read()]
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = first.pop() ?? (await reader.read())
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/**
 * Returns a stream that fails as soon as `check` does, which is called every ten seconds while the stream is read: a
 * client that reads slowly can make a download last for days.
 */
export function checked(
  stream: ReadableStream<Uint8Array>,
  check: () => Promise<unknown>,
  everyMs = 10_000,
): ReadableStream<Uint8Array> {
  const chunks = async function* () {
    let last = performance.now()
    for await (const chunk of stream) {
      if (performance.now() - last >= everyMs) {
        await check()
        last = performance.now()
      }
      yield chunk
    }
  }
  return streamOf(chunks())
}
