import { and, desc, eq, sql } from 'drizzle-orm'
import type { Merchant } from '@/db/schema'
import { account, merchant } from '@/db/schema'
import { hours } from '../core/clock'
import { contextOf } from '../core/context'
import type { Runtime } from '../core/runtime'
import { hasCode } from '../model/errors'
import { email as emailAddress } from '../model/fields'
import { claimAttempt } from '../rate-limit/rate-limit'
import { createLink, linksAnHour } from './create-link'
import { findLink } from './find-link'
import { readLinkKey } from './link-key'

/** How many requests per hour one source address may send to a merchant for addresses that have an account. */
export const requestsAnHour = 20

/**
 * How many of those may be for the same address: fewer than the e-mails that an address may get in an hour, so that one
 * source address cannot keep customers from requesting a link of their own.
 */
const requestsAnHourForAddress = 4

/**
 * Sends a new link in place of one that no longer works, to the current address of its account, leading to the same
 * page. Returns nothing, and does nothing when the link is unknown or a limit is reached: the requester must not
 * learn which.
 */
export async function renewLink(
  runtime: Runtime,
  { key, source = 'unknown' }: { key: string; source?: string | undefined },
): Promise<void> {
  const found = await findLink(runtime, key)
  if (found.state !== 'used' && found.state !== 'expired') return
  const { email } = found.account.customer ?? {}
  if (!email || !found.account.confirmed || !(await mayRequest(runtime, found.merchant, email, source)))
    return
  await send(runtime, found.merchant, {
    accountId: found.account.id,
    returnPath: (await readLinkKey(key))?.returnPath,
  })
}

/**
 * Sends a link for each confirmed account with this customer e-mail, at most 5, newest first, of one merchant or, if
 * that is not known, of any; they lead to `returnPath`. Returns nothing, whether or not the address is known.
 */
export async function requestLinks(
  runtime: Runtime,
  {
    email,
    merchantId,
    returnPath,
    source = 'unknown',
  }: { email: string; merchantId?: string | undefined; returnPath?: string | undefined; source?: string },
): Promise<void> {
  if (!emailAddress().safeParse(email).success) return
  const accounts = await accountsOf(runtime, email, merchantId)
  const merchants = new Map(accounts.map((found) => [found.merchant.id, found.merchant]))
  for (const owner of merchants.values()) {
    if (!(await mayRequest(runtime, owner, email, source))) continue
    const own = accounts.filter((found) => found.merchant.id === owner.id)
    for (const { accountId } of own) await send(runtime, owner, { accountId, returnPath })
  }
}

/** Each merchant separately, so that each query uses its own index. */
function accountsOf({ db }: Runtime, email: string, merchantId: string | undefined) {
  const theirs = db
    .select({ accountId: account.id, created: account.created })
    .from(account)
    .where(
      and(
        eq(account.merchantId, merchant.id),
        sql`lower(${account.customer}->>'email') = ${email.toLowerCase()}`,
        eq(account.confirmed, true),
      ),
    )
    .orderBy(desc(account.created), desc(account.id))
    .limit(linksAnHour)
    .as('theirs')
  return db
    .select({ merchant, accountId: theirs.accountId })
    .from(merchant)
    .crossJoinLateral(theirs)
    .where(merchantId === undefined ? undefined : eq(merchant.id, merchantId))
    .orderBy(desc(theirs.created))
    .limit(linksAnHour)
}

/** Counts a request for an address that has an account, unless its source address has sent too many. */
async function mayRequest(
  runtime: Runtime,
  { id }: Merchant,
  email: string,
  source: string,
): Promise<boolean> {
  const request = { purpose: 'login link', merchantId: id, window: hours(1) } as const
  const limits = [
    { who: `${source} ${email.normalize('NFKC').toLowerCase()}`, max: requestsAnHourForAddress },
    { who: source, max: requestsAnHour },
  ]
  for (const limit of limits) {
    if ('again' in (await claimAttempt(runtime, { ...request, ...limit }))) return false
  }
  return true
}

async function send(
  runtime: Runtime,
  to: Merchant,
  { accountId, returnPath }: { accountId: string; returnPath: string | undefined },
): Promise<void> {
  // The reader of the mail acts for the account, so the request counts as made by its customer.
  const actor = { kind: 'account', keyId: '', accountId } as const
  try {
    await createLink(
      { ...contextOf(runtime, to), actor },
      { accountId, ...(returnPath !== undefined && { returnPath }) },
    )
  } catch (error) {
    // The account or the address has reached its limit, or the account's address has been removed or erased.
    const isExpected = hasCode(
      error,
      'link.too-many-for-account',
      'link.too-many-to-address',
      'link.no-address',
      'account.erased',
      'not-found',
    )
    if (!isExpected) throw error
  }
}
