import { minutes } from '../clock/clock'
import { KassaError } from '../error/error'
import type { Runtime } from '../runtime'
import * as tries from '../tries/tries'

type World = Pick<Runtime, 'db' | 'clock'>

/** How often an e-mail address may fail to sign in within `window`. */
export const mostFailures = 10
const window = minutes(15)

const of = (email: string) => ({ purpose: 'sign-in', who: email }) as const

/**
 * Takes note of a try before its password is looked at. Throws `too many requests` when the address has had its share;
 * `details.again` is when it may try again.
 */
export async function claimTry(world: World, email: string): Promise<void> {
  const claim = await tries.claimTry(world, { ...of(email), most: mostFailures, window })
  if ('again' in claim) throw tooMany(claim.again, world.clock.now())
}

/** A right password wipes the slate. */
export const forgiveTries = (world: Pick<World, 'db'>, email: string): Promise<void> =>
  tries.forgiveTries(world, of(email))

function tooMany(again: Date, now: Date): KassaError {
  const seconds = Math.max(1, Math.ceil((again.getTime() - now.getTime()) / 1000))
  const wait = Math.ceil(seconds / 60)
  return new KassaError(
    'too many requests',
    {
      type: 'User',
      description: `Too many failed tries for this e-mail address. Try again in ${wait} ${wait === 1 ? 'minute' : 'minutes'}.`,
      details: { again: again.toISOString() },
    },
    { headers: { 'Retry-After': String(seconds) } },
  )
}
