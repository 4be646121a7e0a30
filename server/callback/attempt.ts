import { openSecrets } from '../merchant/signing-secrets'
import type { Claimed } from './claim'
import { post, type Reach } from './post'
import type { Outcome } from './record'
import { signed } from './sign'
import { reasonOf } from './words'

/** For the whole of an attempt, from the look-up of the name to the end of the answer. */
export const attemptMs = 10_000

/**
 * Tries a delivery once. Throws only for a fault of ours (secrets that cannot be read), or with the reason of `stop`
 * when that comes first; whatever the receiver does is an outcome.
 */
export async function attempt(
  delivery: Claimed,
  sealed: readonly string[] | undefined,
  reach: Reach,
  stop: AbortSignal,
): Promise<Outcome> {
  const date = new Date()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kassa',
    ...signed(delivery, openSecrets(delivery.merchantId, sealed), date),
  }
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(tooSlow), attemptMs)
  const abort = () => end.abort(stop.reason)
  stop.addEventListener('abort', abort)
  const since = performance.now()
  const took = () => Math.round(performance.now() - since)
  try {
    const answered = await post(delivery.url, { headers, body: delivery.payload }, reach, end.signal)
    return { date, ms: took(), ...answered }
  } catch (error) {
    stop.throwIfAborted()
    return { date, ms: took(), error: reasonOf(end.signal.aborted ? end.signal.reason : error) }
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', abort)
  }
}

const tooSlow = new Error(`There was no whole answer within ${attemptMs / 1000} seconds`)
