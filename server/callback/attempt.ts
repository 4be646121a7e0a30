import { openSecrets } from '../merchant/signing-secrets'
import type { Claimed } from './claim'
import { failureReason } from './failure-reason'
import { post, type Reach } from './post'
import type { DeliveryOutcome } from './record'
import { signedHeaders } from './sign'

/** The time limit of a whole attempt, from the name look-up to the end of the response, in milliseconds. */
export const attemptMs = 10_000

/**
 * Tries a delivery once. Throws only for an internal fault (secrets that cannot be decrypted), or with the reason of
 * `stop` if that comes first. Anything that the receiver does is an outcome.
 */
export async function attempt(
  delivery: Claimed,
  sealed: readonly string[] | undefined,
  reach: Reach,
  stop: AbortSignal,
): Promise<DeliveryOutcome> {
  const date = new Date()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kassa',
    ...signedHeaders(delivery, openSecrets(delivery.merchantId, sealed), date),
  }
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(tooSlow), attemptMs)
  const abort = () => end.abort(stop.reason)
  stop.addEventListener('abort', abort)
  const since = performance.now()
  const took = () => Math.round(performance.now() - since)
  try {
    const response = await post(delivery.url, { headers, body: delivery.payload }, reach, end.signal)
    return { date, ms: took(), ...response }
  } catch (error) {
    stop.throwIfAborted()
    return { date, ms: took(), error: failureReason(end.signal.aborted ? end.signal.reason : error) }
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', abort)
  }
}

const tooSlow = new Error(`There was no complete response within ${attemptMs / 1000} seconds`)
