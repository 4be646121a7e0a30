import { setTimeout as wait } from 'node:timers/promises'
import { minutes } from '../../core/clock'
import { requestedPause, type StripeSession } from './client'
import { outcomeOfError } from './outcome'
import type { UsingSession } from './pages'

const pausesMs = [500, 1000, 2000, 4000, 8000]
const longestPauseMs = minutes(1)

/**
 * Sends a request that nobody waits for. If Stripe is unavailable or busy, sends it again a few times, each time with a
 * new session: reading all books takes longer than any time limit of a call. Only for requests that change nothing.
 */
export async function patiently<T>(
  session: () => Promise<StripeSession>,
  request: (session: StripeSession) => Promise<T>,
): Promise<T> {
  for (const pause of pausesMs) {
    const current = await session()
    try {
      return await request(current)
    } catch (error) {
      if (outcomeOfError(error, 'authorisation').status !== 'unknown') throw error
      await wait(Math.min(longestPauseMs, Math.max(pause, requestedPause(error))))
    }
  }
  return request(await session())
}

/**
 * Returns a reader of a long list, with a session for each page, until a time in ms. It gives up if Stripe is unavailable
 * at the first request: the whole is attempted again later.
 */
export function patientReader(session: () => Promise<StripeSession>, until: number): UsingSession {
  const limited = async () => {
    const { stripe, deadline } = await session()
    return { stripe, deadline: Math.min(deadline, until) }
  }
  let hasBegun = false
  return async (request) => {
    const result = await (hasBegun ? patiently(limited, request) : request(await limited()))
    hasBegun = true
    return result
  }
}
