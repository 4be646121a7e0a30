import type { LookupAddress } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { mayReach } from '../core/networks'
import type { Resolve } from './resolve'

/** A receiver's response: its HTTP status, and the beginning of its body as text that can be stored. */
export interface CallbackResponse {
  status: number
  responseBody: string
}

/** The addresses that may be connected to, and how names are resolved. */
export interface Reach {
  /** CIDR ranges beyond the public internet. */
  networks: readonly string[]
  resolve: Resolve
}

/** An address that callbacks may not go to. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

const keptBytes = 1024
/** Usual responses are read to their end, so that their connection closes normally. Longer ones are cut off. */
const readBytes = 16 * 1024

/**
 * Posts a body to an address and returns the response, whatever its status. Redirects are not followed. Rejects when
 * there is no response, and with `Unreachable` where callbacks may not go. That is checked on the IP address that is
 * actually connected to, because a name may resolve differently from one moment to the next.
 */
export function post(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { networks, resolve }: Reach,
  signal: AbortSignal,
): Promise<CallbackResponse> {
  return new Promise((done, fail) => {
    const url = new URL(address)
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    // Node does not call `lookup` for IP addresses.
    if (isIP(literal)) reachable(literal, [{ address: literal, family: isIP(literal) }], networks)
    const { request } = url.protocol === 'https:' ? https : http
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A new connection each time: none stays open to a receiver without callbacks.
      agent: false,
      lookup: lookupWithin(networks, resolve),
      signal,
    })
    let responded = false
    sent.on('error', (error) => responded || fail(error))
    sent.on(
      'close',
      () => responded || fail(new Error('The connection was closed before a response arrived')),
    )
    sent.on('response', (response) => {
      responded = true
      beginningOf(response, signal)
        .then((responseBody) => done({ status: response.statusCode ?? 0, responseBody }), fail)
        .finally(() => sent.destroy())
    })
    sent.end(body)
  })
}

/** Returns the addresses of a host that may be connected to. Throws if there are none. */
function reachable(hostname: string, found: LookupAddress[], networks: readonly string[]): LookupAddress[] {
  const open = found.filter(({ address }) => mayReach(address, networks))
  if (open.length > 0) return open
  // Leaves the addresses out of the message: they would reveal the inside of the network.
  throw new Unreachable(`${hostname} has no address that callbacks may go to`)
}

const lookupWithin =
  (networks: readonly string[], resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname)
      .then((found) => reachable(hostname, found, networks))
      .then(
        (open) => {
          const [first = { address: '', family: 0 }] = open
          if (options.all) callback(null, open)
          else callback(null, first.address, first.family)
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
      )
  }

async function beginningOf(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= readBytes) break
    }
  } catch (error) {
    // If the body breaks off, the status still counts; if it does not end in time, it does not.
    if (signal.aborted) throw error
  }
  const kept = Buffer.concat(chunks).subarray(0, keptBytes)
  // Decoded like an unfinished stream, so a character cut in two at the end is left out.
  return new TextDecoder().decode(kept, { stream: true }).replaceAll('\0', '\uFFFD')
}
