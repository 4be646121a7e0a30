import type { LookupAddress } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { mayReach } from '../core/networks'
import type { Resolve } from './resolve'

/** What a receiver answered: its HTTP status, and the beginning of its body as text that can be stored. */
export interface Answer {
  status: number
  answer: string
}

/** Which addresses may be connected to, and how names become addresses. */
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
/** Common answers are read to their end, so that their connection ends in peace; longer ones are cut off. */
const readBytes = 16 * 1024

/**
 * Posts a body to an address and answers what came back, whatever its status; redirects are not followed. Rejects
 * when there is no answer, and with `Unreachable` where a callback may not go: that is checked on the very IP
 * address that is connected to, for what a name stands for may change from one moment to the next.
 */
export function post(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { networks, resolve }: Reach,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((done, fail) => {
    const url = new URL(address)
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    // Node looks up names only.
    if (isIP(literal)) reachable(literal, [{ address: literal, family: isIP(literal) }], networks)
    const { request } = url.protocol === 'https:' ? https : http
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A connection for each: none stays open to a receiver that has nothing to be told.
      agent: false,
      lookup: lookupWithin(networks, resolve),
      signal,
    })
    let answered = false
    sent.on('error', (error) => answered || fail(error))
    sent.on('close', () => answered || fail(new Error('The connection was closed before an answer came')))
    sent.on('response', (response) => {
      answered = true
      beginningOf(response, signal)
        .then((answer) => done({ status: response.statusCode ?? 0, answer }), fail)
        .finally(() => sent.destroy())
    })
    sent.end(body)
  })
}

/** Those of a host's addresses that may be connected to; throws when there are none. */
function reachable(hostname: string, found: LookupAddress[], networks: readonly string[]): LookupAddress[] {
  const open = found.filter(({ address }) => mayReach(address, networks))
  if (open.length > 0) return open
  // Without the addresses: to whom this is shown, they would tell what is inside the network.
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
    // A body that breaks off takes nothing back from its status; one that does not end in time does.
    if (signal.aborted) throw error
  }
  const kept = Buffer.concat(chunks).subarray(0, keptBytes)
  // As of a stream that goes on: a character cut in two at the end is left out.
  return new TextDecoder().decode(kept, { stream: true }).replaceAll('\0', '\uFFFD')
}
