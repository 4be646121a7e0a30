import { setTimeout as wait } from 'node:timers/promises'
import { hours, minutes, realClock, secondsUntil } from '../core/clock'
import type { Context, TimedScope } from '../core/context'
import { log } from '../core/log'
import type { Installation } from '../core/runtime'
import { type CardLimits, cardLimitsOf } from '../model/card/limits'
import { fail, hasCode, type KassaError } from '../model/errors'
import {
  type AttemptClaim,
  type AttemptLimit,
  type AttemptPurpose,
  claimAttempt,
  claimShared,
  countAttempts,
  counting,
  keepAttempt,
  takeBackAttempt,
  whenFree,
} from '../rate-limit/rate-limit'

/** What a velocity limit needs to know about a request. */
type CardAttempt = Pick<Context, 'db' | 'merchant' | 'clock' | 'actor' | 'source' | 'cards'>

const cardWindow = minutes(1)
const declineWindow = hours(1)

/**
 * How many accounts, or orders on one account, a public key may create per hour for each card that may be entered per
 * minute.
 */
const perCard = 10

const countForMinute = counting(cardWindow)
const countForHour = counting(declineWindow)

/**
 * How long an attempt waits for earlier ones whose outcome decides whether there is room, in ms: about five seconds.
 */
const waits = [25, 50, 75, 100, 150, 200, 250, 300, 350, 400, 450, 500, 600, 700, 800]

/**
 * Counts a card token that a public key or a customer is about to create. Throws `card.too-many-entered` above the
 * limit of its source address, its key or its merchant.
 */
export const countCard = (attempt: CardAttempt): Promise<void> =>
  countWithin(attempt, 'card token', 'card.too-many-entered')

/**
 * Counts an account that a public key is about to create: anyone may hold one, and accounts are kept. Throws
 * `account.too-many` above the limit of its source address, its key or its merchant.
 */
export const countNewAccount = (attempt: CardAttempt): Promise<void> =>
  countWithin(attempt, 'new account', 'account.too-many')

/**
 * Counts an order that a public key is about to place on an account: its card has been entered before, so no other limit
 * counts it. Throws `order.too-many` above the account's limit.
 */
export async function countOrderByAccount(attempt: CardAttempt, accountId: string): Promise<void> {
  const { db, merchant } = attempt
  const clock = realClock(attempt)
  const max = perCard * cardLimitsOf(merchant).cardsPerSource
  const ofAccount = { purpose: 'order by account', merchantId: merchant.id, who: accountId } as const
  const claim = await claimAttempt({ db, clock }, { ...ofAccount, max, window: declineWindow })
  if ('again' in claim) throw fail('order.too-many', { waitSeconds: secondsUntil(claim.again, clock.now()) })
}

async function countWithin(attempt: CardAttempt, purpose: AttemptPurpose, code: LimitCode): Promise<void> {
  const { db } = attempt
  const allowances = allowancesOf(attempt, purpose)
  const installation = { db, clock: realClock(attempt) }
  const claimed: string[] = []
  // In sequence: an attempt refused for its source address does not count towards the limits shared with others.
  for (const [index, allowance] of allowances.entries()) {
    const claim = await (index === 0 ? claimAttempt : claimShared)(installation, allowance)
    if ('id' in claim) {
      claimed.push(claim.id)
      continue
    }
    await Promise.all(claimed.map((id) => takeBackAttempt(installation, id)))
    throw await refused(attempt, claim.again, code)
  }
}

/**
 * Attempts a card for a public key or a customer, and counts it if it is declined or needs the cardholder's approval.
 * Throws `card.too-many-declined` or `card.too-many-entered` if its source address, key or merchant is above the limit.
 *
 * `reserve` counts the attempt for its source address while it runs, so that simultaneous attempts cannot exceed the
 * limit. Without it an attempt that succeeds writes nothing: for stored cards, which have been attempted before.
 */
export async function countingDeclines<Result>(
  attempt: CardAttempt,
  act: () => Promise<Result>,
  { reserve }: { reserve: boolean },
): Promise<Result> {
  const [source, ...shared] = allowancesOf(attempt, 'declined card')
  if (!source) return act()
  const installation = { db: attempt.db, clock: realClock(attempt) }
  // Stored cards need no approval.
  const verifications = reserve ? allowancesOf(attempt, 'verification') : []
  const tooMany = (again: Date, purpose: AttemptPurpose) =>
    refused(attempt, again, purpose === 'verification' ? 'card.too-many-entered' : 'card.too-many-declined')

  const declines = reserve ? shared : [source, ...shared]
  const full = await whenFree(installation, [...declines, ...verifications])
  if (full) throw await tooMany(full.again, full.purpose)
  const claim = reserve
    ? await claimUndecided(installation, { ...source, undecidedFor: longest(attempt) })
    : undefined
  if (claim && 'again' in claim) throw await tooMany(claim.again, source.purpose)
  try {
    const result = await act()
    if (claim) await release(installation, claim.id)
    return result
  } catch (error) {
    if (hasCode(error, 'card.declined')) {
      const counted = claim ? shared : [source, ...shared]
      await Promise.all([claim && keepAttempt(installation, claim.id), count(installation, counted)])
    } else if (claim) await release(installation, claim.id)
    if (hasCode(error, 'card.verification')) await count(installation, verifications)
    throw error
  }
}

/**
 * Counts a card that a public key or a customer has just added or chosen, and that did not pay. Once, for however many
 * orders it was charged: otherwise, one customer could use up the limits of everybody at the merchant. Never throws: the
 * card is already on the account.
 */
export async function countDeclinedPayer(attempt: CardAttempt): Promise<void> {
  const installation = { db: attempt.db, clock: realClock(attempt) }
  const allowances = allowancesOf(attempt, 'declined card')
  try {
    await count(installation, allowances)
  } catch (error) {
    log.warn({ err: error }, 'A declined payment was not counted')
  }
}

/** Counts without limiting. */
const count = (
  { db, clock }: Pick<Installation, 'db' | 'clock'>,
  allowances: readonly Omit<AttemptLimit, 'max'>[],
) =>
  Promise.all(
    allowances.map(({ window, ...source }) =>
      (window === cardWindow ? countForMinute : countForHour)(db, { ...source, now: clock.now() }),
    ),
  )

/** Waits for running attempts that decide whether there is room: a shop whose cards are accepted is never refused. */
async function claimUndecided(installation: Installation, allowance: AttemptLimit): Promise<AttemptClaim> {
  let claim = await claimAttempt(installation, allowance)
  for (const ms of waits) {
    if ('id' in claim || !claim.mayOpen) return claim
    await wait(ms)
    claim = await claimAttempt(installation, allowance)
  }
  return claim
}

/**
 * How long an attempt with one card can last, ms: three calls of the card service, and half a minute for the rest. One
 * that lasts longer no longer takes up room, but still counts if it is declined.
 */
const longest = ({ cards }: CardAttempt): number => 3 * cards.timeoutMs + minutes(0.5)

/** Removes an attempt from the count. The attempt itself has been made, so an error here must not fail it. */
const release = (installation: Installation, id: string): Promise<void> =>
  takeBackAttempt(installation, id).catch((error: unknown) =>
    log.warn({ err: error }, 'A card attempt that was not declined counts for a minute'),
  )

/**
 * Returns the limits of a request, the source address first; none for the private key, the dashboard and the worker.
 */
function allowancesOf(
  { merchant, actor, source = 'unknown' }: CardAttempt,
  purpose: AttemptPurpose,
): AttemptLimit[] {
  if (actor.kind !== 'public' && actor.kind !== 'account') return []
  const limits = cardLimitsOf(merchant)
  const what = purpose === 'declined card' ? 'declines' : 'cards'
  const window = purpose === 'card token' || purpose === 'verification' ? cardWindow : declineWindow
  const factor = purpose === 'new account' ? perCard : 1
  const of = (who: string, per: 'Source' | 'Key' | 'Merchant'): AttemptLimit => ({
    ...{ purpose, merchantId: merchant.id, who },
    ...{ max: factor * limits[`${what}Per${per}` satisfies keyof CardLimits], window },
  })
  return [of(`source ${source}`, 'Source'), of(`key ${actor.keyId}`, 'Key'), of('merchant', 'Merchant')]
}

type CardLimitCode = 'card.too-many-entered' | 'card.too-many-declined'
type LimitCode = CardLimitCode | 'account.too-many'

const refusals = (merchantId: string) =>
  ({ purpose: 'refused card', merchantId, who: 'merchant', window: declineWindow }) as const

async function refused(attempt: CardAttempt, again: Date, code: LimitCode): Promise<KassaError> {
  const { db } = attempt
  const clock = realClock(attempt)
  if (code !== 'account.too-many') await count({ db, clock }, [refusals(attempt.merchant.id)])
  const waitSeconds = secondsUntil(again, clock.now())
  return fail(code, { merchant: attempt.merchant.name, waitSeconds })
}

/**
 * Returns how many card attempts a merchant's limits have counted: tokens in the last minute, declines and refusals
 * in the last hour.
 */
export async function cardAttempts(attempt: TimedScope): Promise<{
  cards: number
  declined: number
  refused: number
}> {
  const installation = { db: attempt.db, clock: realClock(attempt) }
  const merchantId = attempt.merchant.id
  const who = 'merchant'
  const [cards, declined, refused] = await Promise.all([
    countAttempts(installation, { purpose: 'card token', merchantId, who, window: cardWindow }),
    countAttempts(installation, { purpose: 'declined card', merchantId, who, window: declineWindow }),
    countAttempts(installation, refusals(merchantId)),
  ])
  return { cards, declined, refused }
}
