import type { IncomingMessage, ServerResponse } from 'node:http'
import { maxBodyBytes } from '../http/body'

/** Why a body is not read to its end: it is larger than the limit, or large bodies take too much memory at the moment. */
export type BodyRefusal = 'too large' | 'no memory'

/**
 * What every request may use. Nearly all bodies are smaller, so they are also read while someone sends large ones
 * slowly, to use up the memory that those share.
 */
const freeBytes = 16_384

/** What large bodies may use together, in bytes, until their responses are sent: 64 MiB. */
const sharedBytes = 67_108_864

let sharedInUse = 0

/**
 * Reads a whole body, and keeps no more of it than the limit. Nobody has authenticated yet, so all bodies together are
 * limited too.
 */
export function readBody(incoming: IncomingMessage, response: ServerResponse): Promise<Buffer | BodyRefusal> {
  if (declaresTooMuch(incoming)) return Promise.resolve('too large')
  return new Promise((resolve, reject) => {
    const body = new Received(response)
    incoming.on('data', (chunk: Buffer) => {
      const refusal = body.append(chunk)
      if (refusal === undefined) return
      incoming.removeAllListeners('data')
      resolve(refusal)
    })
    incoming.once('end', () => resolve(body.bytes))
    incoming.once('error', reject)
  })
}

/**
 * Waits for a body and leaves it in the request, where pages expect it. Returns why not, if it cannot be read. Next and
 * the dashboard calls read a whole body of any length, and could not refuse it half-way without cutting off its client.
 */
export function awaitBody(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<BodyRefusal | undefined> {
  if (declaresTooMuch(request)) return Promise.resolve('too large')
  const push = request.push.bind(request)
  const body = new Received(response)
  return new Promise((resolve, reject) => {
    request.push = (chunk: Buffer | null) => {
      const refusal = chunk === null ? undefined : body.append(chunk)
      if (chunk !== null && refusal === undefined) return true
      request.push = push
      if (refusal === undefined) {
        if (body.bytes.length > 0) push(body.bytes)
        push(null)
      }
      resolve(refusal)
      return true
    }
    request.once('error', reject)
  })
}

const declaresTooMuch = ({ headers }: IncomingMessage) =>
  Number(headers['content-length'] ?? 0) > maxBodyBytes

/**
 * What has arrived of a body, in one piece of memory: a client may send each byte as a chunk of its own, and a list of
 * those would take hundreds of times as much.
 */
class Received {
  private memory: Buffer = Buffer.alloc(0)
  private size = 0
  private shared = 0

  /** `response`: when it is closed, the memory is free again. */
  constructor(private readonly response: ServerResponse) {}

  get bytes(): Buffer {
    return this.memory.subarray(0, this.size)
  }

  append(chunk: Buffer): BodyRefusal | undefined {
    const size = this.size + chunk.length
    if (size > maxBodyBytes) return 'too large'
    if (size > this.memory.length) {
      // Most bodies arrive in one chunk, which need not be copied.
      const larger = this.size === 0 ? chunk : Buffer.allocUnsafeSlow(Math.min(2 * size, maxBodyBytes))
      if (!this.share(larger.length)) return 'no memory'
      this.memory.copy(larger, 0, 0, this.size)
      this.memory = larger
    }
    if (this.size > 0) chunk.copy(this.memory, this.size)
    this.size = size
    return undefined
  }

  /** Takes what is needed of the memory that large bodies share. Returns whether there was enough. */
  private share(length: number): boolean {
    const more = length - freeBytes - this.shared
    if (more <= 0) return true
    if (sharedInUse + more > sharedBytes) return false
    if (this.shared === 0) {
      this.response.once('close', () => {
        sharedInUse -= this.shared
      })
    }
    this.shared += more
    sharedInUse += more
    return true
  }
}
