import type { IncomingMessage } from 'node:http'
import { maxBodyBytes } from '../http/body'

/** Why a body was refused: it is too large, or large bodies are using all their memory. */
export type BodyRefusal = 'too large' | 'no memory'

/**
 * Memory that every request may use. Nearly all bodies fit, so they are accepted even while someone fills the shared
 * memory with large bodies sent slowly.
 */
const freeBytes = 16_384

/** What large bodies may use together, in bytes, until their requests have been handled: 64 MiB. */
const sharedBytes = 67_108_864

let sharedInUse = 0

/** What the bodies of running requests have taken of the shared memory, in bytes. */
const taken = new WeakMap<IncomingMessage, number>()

/**
 * Reads a whole body, up to the limit. The total is limited too, because the caller has not been authenticated yet.
 * `freeBody` must follow.
 */
export function receiveBody(request: IncomingMessage): Promise<Buffer | BodyRefusal> {
  if (declaresTooMuch(request)) return Promise.resolve('too large')
  return new Promise((resolve, reject) => {
    const body = new Received(request)
    request.on('data', (chunk: Buffer) => {
      const refusal = body.append(chunk)
      if (refusal === undefined) return
      request.removeAllListeners('data')
      resolve(refusal)
    })
    request.once('end', () => resolve(body.bytes))
    request.once('error', reject)
  })
}

/**
 * Waits for a body and leaves it in the request, where pages expect it. Returns why, if it was refused. Next and the
 * dashboard calls would read a body of any length, and could not refuse it half-way without cutting off the client.
 * `freeBody` must follow.
 */
export function awaitBody(request: IncomingMessage): Promise<BodyRefusal | undefined> {
  if (declaresTooMuch(request)) return Promise.resolve('too large')
  const push = request.push.bind(request)
  const body = new Received(request)
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

/**
 * Gives back the shared memory of a body once its request has been handled. Its response is no sign of that: one that
 * waits behind another of the same connection never emits `close` if the connection ends first.
 */
export function freeBody(request: IncomingMessage): void {
  sharedInUse -= taken.get(request) ?? 0
  taken.delete(request)
}

const declaresTooMuch = ({ headers }: IncomingMessage) =>
  Number(headers['content-length'] ?? 0) > maxBodyBytes

/**
 * The part of a body that has arrived, in one buffer: a client may send each byte as its own chunk, and a list of chunks
 * would take hundreds of times the memory.
 */
class Received {
  private memory: Buffer = Buffer.alloc(0)
  private size = 0

  constructor(private readonly request: IncomingMessage) {}

  get bytes(): Buffer {
    return this.memory.subarray(0, this.size)
  }

  append(chunk: Buffer): BodyRefusal | undefined {
    const size = this.size + chunk.length
    if (size > maxBodyBytes) return 'too large'
    if (size > this.memory.length) {
      const most = size > freeBytes ? maxBodyBytes : freeBytes
      const length = this.size === 0 ? size : Math.min(2 * size, most)
      if (!this.share(length)) return 'no memory'
      // Most bodies arrive in one chunk, which need not be copied.
      const larger = this.size === 0 ? chunk : Buffer.allocUnsafeSlow(length)
      this.memory.copy(larger, 0, 0, this.size)
      this.memory = larger
    }
    if (this.size > 0) chunk.copy(this.memory, this.size)
    this.size = size
    return undefined
  }

  /** Takes memory from what large bodies share. Returns whether there was enough. */
  private share(length: number): boolean {
    const before = taken.get(this.request) ?? 0
    const more = length - freeBytes - before
    if (more <= 0) return true
    if (sharedInUse + more > sharedBytes) return false
    taken.set(this.request, before + more)
    sharedInUse += more
    return true
  }
}
