import { minutes, secondsUntil } from '../core/clock'
import type { Installation } from '../core/runtime'
import { fail } from '../model/errors'
import { claimAttempt, forgiveAttempts, takeBackAttempt } from '../rate-limit/rate-limit'

/** Where someone signs in from. */
export interface SignInSource {
  /** The source address of the request. */
  source?: string | undefined
  /** The id of a device on which this person has signed in before, proven by its cookie. */
  device?: string | undefined
}

/** How many failures an e-mail address may have within `window`, from one source address or on one known device. */
export const maxFailures = 10
/** The same for an e-mail address from all sources, and for a source address with all e-mail addresses. */
export const maxFailuresFromStrangers = 100
export const maxFailuresPerSource = 50
const window = minutes(15)

interface Limit {
  who: string
  max: number
}

/**
 * Returns the limits for signing in. A known device has its own, so nobody else can use it up. Other devices are
 * limited by source address, so that one cannot lock the owner out elsewhere, and all together, against guessing from
 * many.
 */
function limitsOf(email: string, { source = 'unknown', device }: SignInSource): Limit[] {
  if (device !== undefined) return [{ who: `${email} device ${device}`, max: maxFailures }]
  return [
    { who: `${email} from ${source}`, max: maxFailures },
    { who: `${email} from anywhere`, max: maxFailuresFromStrangers },
    ...(source === 'unknown' ? [] : [{ who: `anybody from ${source}`, max: maxFailuresPerSource }]),
  ]
}

/**
 * Counts an attempt against every limit before its password is checked. Throws `sign-in.too-many` if one is reached;
 * its `again` is when the next attempt may be made.
 */
export async function claimSignIn(
  installation: Installation,
  { email, place }: { email: string; place: SignInSource },
): Promise<{ forgive(): Promise<void> }> {
  const claimed: string[] = []
  for (const limit of limitsOf(email, place)) {
    const claim = await claimWithin(installation, limit)
    if ('again' in claim) {
      // The attempt was not made, so it counts nowhere.
      for (const id of claimed) await takeBackAttempt(installation, id)
      throw tooMany(claim.again, installation.clock.now())
    }
    claimed.push(claim.id)
  }
  return {
    forgive: async () => {
      for (const id of claimed) await takeBackAttempt(installation, id)
      await forgiveSignIn(installation, { email, place })
    },
  }
}

/** Stops counting failures of the same person from the same place. */
export async function forgiveSignIn(
  installation: Pick<Installation, 'db'>,
  { email, place }: { email: string; place: SignInSource },
): Promise<void> {
  const [own] = limitsOf(email, place)
  if (own) await forgiveAttempts(installation, { purpose: 'sign-in', who: own.who })
}

/**
 * Counts an attempt at a code of the second factor. Only a right code takes back its own attempt: nothing else resets
 * the count.
 */
export async function claimCode(
  installation: Installation,
  { email, place: { device } }: { email: string; place: SignInSource },
): Promise<{ takeBack(): Promise<void> }> {
  const claim = await claimWithin(installation, {
    who: `${email} code ${device === undefined ? 'of strangers' : `device ${device}`}`,
    max: maxFailures,
  })
  if ('again' in claim) throw tooMany(claim.again, installation.clock.now())
  return { takeBack: () => takeBackAttempt(installation, claim.id) }
}

/** What a signed-in user has to enter: the password alone, or the password and a code. */
type ProofKind = 'password' | 'password and code'

/** Counts an attempt of a signed-in user, so that nobody can guess in a browser left open. */
export async function claimProof(
  installation: Installation,
  { email, proof }: { email: string; proof: ProofKind },
): Promise<void> {
  const claim = await claimWithin(installation, { who: `${email} proves ${proof}`, max: maxFailures })
  if ('again' in claim) throw tooMany(claim.again, installation.clock.now())
}

export const forgiveProof = (
  installation: Pick<Installation, 'db'>,
  { email, proof }: { email: string; proof: ProofKind },
): Promise<void> => forgiveAttempts(installation, { purpose: 'sign-in', who: `${email} proves ${proof}` })

const claimWithin = (installation: Installation, limit: Limit) =>
  claimAttempt(installation, { purpose: 'sign-in', ...limit, window })

const tooMany = (again: Date, now: Date) =>
  fail('sign-in.too-many', { again, waitSeconds: secondsUntil(again, now) })
