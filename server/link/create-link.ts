import { and, desc, eq } from 'drizzle-orm'
import { accountLink } from '@/db/schema'
import { days, hours, later, realClock, secondsUntil } from '../core/clock'
import type { Actor, Context, InTransaction, Scope } from '../core/context'
import { sha256 } from '../core/crypto'
import { newId } from '../core/id'
import { claimMail, countLoginMail, mailsAnHour } from '../mail/limit'
import { writeMails } from '../mail/write-mails'
import { fail } from '../model/errors'
import { isRecent } from '../rate-limit/recent'
import { accountTransaction, isAddressOf, recipientIn } from '../store/accounts'
import { confirmAccount } from '../store/confirm-account'
import { type LinkName, signLinkKey } from './link-key'

/** How long a link works. */
const linkLife = days(3)

/** How many links may be created for an account per hour. */
export const linksAnHour = 5

type LinkContext = Pick<Context, 'db' | 'merchant' | 'clock' | 'actor' | 'baseUrl' | 'origin'>

export type LinkRow = typeof accountLink.$inferSelect

/** A link with the parts that are never stored: its key, and the address that contains the key. */
export interface NewLink {
  row: LinkRow
  key: string
  url: string
}

interface LinkRequest extends Pick<LinkName, 'returnPath'> {
  accountId: string
  asks?: 'card' | undefined
  expected?: string | undefined
}

/**
 * Creates a login link for an account and writes the mail to the customer. The link works once, for 3 days, and
 * leads to `returnPath`. `asks` says in the mail what the customer is to do there. `expected`: the address that a person
 * confirmed. A request repeated after a crash finds the link that it created, and no second mail is written.
 * Throws `not-found`, `link.no-address`, `customer.changed` if the customer has a different address from the expected one,
 * `link.too-many-for-account` after 5 in an hour (for the merchant, 5 of its own) or, unless the merchant itself sends
 * it, `link.too-many-to-address`.
 */
export function createLink(
  context: LinkContext,
  { accountId, returnPath, asks, expected }: LinkRequest,
): Promise<NewLink> {
  const { clock, origin } = context
  // The lock lets each of several simultaneous requests see the links created before it.
  return accountTransaction(context, accountId, async (inside, locked) => {
    const recipient = recipientIn(locked)
    const known = origin === undefined ? undefined : await findByOrigin(inside, origin)
    if (known) return again(context, known)
    if (!recipient) throw fail('link.no-address')
    if (expected !== undefined && !isAddressOf(locked, expected)) throw fail('customer.changed')
    const requested = !isMerchant(context.actor)
    await refuseTooMany(inside, { accountId, requested, now: clock.now() })
    await confirmAccount(inside, locked)
    await (requested ? claimMailOf : countLoginMail)(inside, recipient.to)
    const link = await insertLink(inside, { accountId, contact: recipient.to, requested, returnPath })
    const data = { expires: link.row.expires.toISOString(), ...(asks && { asks }) }
    await writeMails(inside, [{ ...recipient, template: 'login-link', data, secret: link.url }])
    return link
  })
}

async function insertLink(
  context: Omit<LinkContext, 'db' | 'actor'> & Pick<InTransaction, 'db'>,
  {
    returnPath,
    ...link
  }: Pick<LinkRow, 'accountId' | 'contact' | 'requested'> & { returnPath: string | undefined },
): Promise<NewLink> {
  const { merchant, clock, origin } = context
  const id = newId()
  const key = await signLinkKey({
    merchant: merchant.id,
    id,
    ...(returnPath !== undefined && { returnPath }),
  })
  const now = clock.now()
  const row = {
    merchantId: merchant.id,
    id,
    ...link,
    keyHash: sha256(key),
    created: now,
    expires: later(now, linkLife),
    used: null,
    origin: origin ?? null,
  }
  await context.db.insert(accountLink).values(row)
  return { row, key, url: urlOf(context, key) }
}

/**
 * Links that the merchant sends are not limited by address. Links requested by others share a limit for each address.
 */
const isMerchant = ({ kind }: Actor) => kind !== 'account' && kind !== 'public'

async function claimMailOf(context: LinkContext, to: string): Promise<void> {
  const claim = await claimMail(context, to, 'login mail')
  if ('id' in claim) return
  throw fail('link.too-many-to-address', {
    max: mailsAnHour,
    waitSeconds: secondsUntil(claim.again, realClock(context).now()),
  })
}

async function findByOrigin({ db, merchant }: Scope, origin: string): Promise<LinkRow | undefined> {
  const [row] = await db
    .select()
    .from(accountLink)
    .where(and(eq(accountLink.merchantId, merchant.id), eq(accountLink.origin, origin)))
  return row
}

/** Returns a link that the request created before. It has no return path. */
async function again(context: LinkContext, row: LinkRow): Promise<NewLink> {
  const key = await signLinkKey({ merchant: row.merchantId, id: row.id })
  return { row, key, url: urlOf(context, key) }
}

const urlOf = ({ baseUrl }: Pick<LinkContext, 'baseUrl'>, key: string) => `${baseUrl}/login/${key}`

/** Links that others have requested leave the merchant's own five alone: otherwise a stranger could stop them. */
async function refuseTooMany(
  { db, merchant }: Scope,
  { accountId, requested, now }: Pick<LinkRow, 'accountId' | 'requested'> & { now: Date },
): Promise<void> {
  const recent = await db
    .select({ created: accountLink.created })
    .from(accountLink)
    .where(
      and(
        eq(accountLink.merchantId, merchant.id),
        eq(accountLink.accountId, accountId),
        requested ? undefined : eq(accountLink.requested, false),
        isRecent(accountLink.created, { now, window: hours(1) }),
      ),
    )
    .orderBy(desc(accountLink.created))
    .limit(linksAnHour)
  const oldest = recent[linksAnHour - 1]
  if (!oldest) return
  throw fail('link.too-many-for-account', {
    max: linksAnHour,
    waitSeconds: secondsUntil(later(oldest.created, hours(1)), now),
  })
}
