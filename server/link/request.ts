import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { account, mail, merchant } from '@/db/schema'
import { later, merchantClock, minutes } from '../clock/clock'
import { KassaError } from '../error/error'
import type { Merchant } from '../merchant/merchant'
import type { Runtime } from '../runtime'
import { email as emailAddress } from '../schema/fields'
import { createLink, linksAnHour } from './create'
import { findLink } from './find'
import { readLinkKey } from './token'

type World = Pick<Runtime, 'db' | 'clock'>

/** How many links a minute whoever knows no key may have a merchant send. */
export const linksAMinute = 100

/**
 * Sends a new link in place of one that works no more, to the address that its account has now; it leads to the same
 * page. Answers nothing, and does nothing when there is no such link or the account has had its share: who asks is not
 * to learn which.
 */
export async function renewLink(world: World, key: string): Promise<void> {
  const found = await findLink(world, key)
  if (found.state !== 'used' && found.state !== 'expired') return
  await send(world, found.merchant, found.account.id, (await readLinkKey(key))?.way)
}

/**
 * Sends a link for each account with this customer e-mail, 5 at most and the newest first, of one merchant or, when
 * that is not known, of any; they lead to `way`. Answers nothing, whether or not the address is known.
 */
export async function requestLinks(
  world: World,
  { email, merchantId, way }: { email: string; merchantId?: string | undefined; way?: string | undefined },
): Promise<void> {
  if (!emailAddress().safeParse(email).success) return
  for (const found of await accountsOf(world, email, merchantId)) {
    await send(world, found.merchant, found.accountId, way)
  }
}

/** Asked of each merchant apart, so that each answers from its own index. */
function accountsOf({ db }: World, email: string, merchantId: string | undefined) {
  const theirs = db
    .select({ accountId: account.id, created: account.created })
    .from(account)
    .where(
      and(
        eq(account.merchantId, merchant.id),
        sql`lower(${account.customer}->>'email') = ${email.toLowerCase()}`,
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

async function send(
  { db, clock }: World,
  to: Merchant,
  accountId: string,
  way: string | undefined,
): Promise<void> {
  const context = { db, merchant: to, clock: merchantClock(clock, to) }
  if ((await sentLately(context)) >= linksAMinute) return
  try {
    await createLink(context, accountId, way === undefined ? {} : { way })
  } catch (error) {
    // An account that has had its share, or has lost its address meanwhile.
    if (!(error instanceof KassaError && error.status < 500)) throw error
  }
}

const sentLately = ({ db, merchant, clock }: Parameters<typeof createLink>[0]): Promise<number> =>
  db.$count(
    mail,
    and(
      eq(mail.merchantId, merchant.id),
      gt(mail.created, later(clock.now(), -minutes(1))),
      eq(mail.template, 'login-link'),
    ),
  )
