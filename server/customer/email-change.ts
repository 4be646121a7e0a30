import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import * as z from 'zod'
import type { Queryable } from '@/db/client'
import type { Merchant } from '@/db/schema'
import { account, emailChange, merchant as merchants } from '@/db/schema'
import { withdrawEmailChange } from '../account/withdraw-email-change'
import { days, hours, later, merchantClock, minutes } from '../core/clock'
import type { Context, InTransaction } from '../core/context'
import { sha256 } from '../core/crypto'
import { newId } from '../core/id'
import type { Installation } from '../core/runtime'
import { signedKeys } from '../core/signed-key'
import { claimMail } from '../mail/limit'
import { writeMails } from '../mail/write-mails'
import { isRecent } from '../rate-limit/recent'
import { accountTransaction, isAddressOf, recipientAt, recipientIn } from '../store/accounts'

/** How long a new address can be confirmed. */
const changeLife = days(3)

/** How many changes an account may request per hour: each sends a mail to an address that may be anyone's. */
const changesAnHour = 5

type EmailChangeRow = typeof emailChange.$inferSelect

/**
 * Saves a new e-mail address until it is confirmed through the mail that is sent to it. Replaces an earlier
 * unconfirmed one. Returns false after too many recent requests. Throws `not-found`.
 */
export function requestEmailChange(
  context: Context,
  { accountId, email }: { accountId: string; email: string },
): Promise<boolean> {
  const { merchant, clock } = context
  return accountTransaction(context, accountId, async (inside, row) => {
    const now = clock.now()
    if (await wasJustRequested(inside, { accountId, email })) return true
    const ofAccount = and(eq(emailChange.merchantId, merchant.id), eq(emailChange.accountId, accountId))
    const recently = and(ofAccount, isRecent(emailChange.created, { now, window: hours(1) }))
    if ((await inside.db.$count(emailChange, recently)) >= changesAnHour) return false
    // The address may be anyone's, and may be given for many accounts.
    if ('again' in (await claimMail(inside, email, 'mail by strangers'))) return false
    await withdrawEmailChange(inside, accountId)
    const id = newId()
    const key = await keys.sign({ use: 'email', merchant: merchant.id, id })
    const expires = later(now, changeLife)
    await inside.db.insert(emailChange).values({
      ...{ merchantId: merchant.id, id, accountId, email, created: now, expires },
      keyHash: sha256(key),
    })
    await writeMails(inside, [
      {
        // The address is not proven to be the customer's, so the mail does not contain what the customer has written.
        ...recipientAt(email, { ...row, accountId, name: undefined }),
        template: 'email-confirm',
        data: { expires: expires.toISOString() },
        secret: `${context.baseUrl}/account/email/${key}`,
      },
    ])
    return true
  })
}

/** A form sent twice is one request: a second mail would invalidate the link in the first one. */
async function wasJustRequested(
  { db, merchant, clock }: InTransaction,
  { accountId, email }: { accountId: string; email: string },
): Promise<boolean> {
  const recently = and(
    eq(emailChange.merchantId, merchant.id),
    eq(emailChange.accountId, accountId),
    isRecent(emailChange.created, { now: clock.now(), window: minutes(1) }),
    eq(emailChange.email, email),
    isNull(emailChange.ended),
  )
  return (await db.$count(emailChange, recently)) > 0
}

/** Returns the unconfirmed address, if there is one. */
export async function waitingEmail(
  { db, merchant, clock }: Context,
  accountId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ email: emailChange.email })
    .from(emailChange)
    .where(
      and(
        eq(emailChange.merchantId, merchant.id),
        eq(emailChange.accountId, accountId),
        isNull(emailChange.ended),
        gt(emailChange.expires, clock.now()),
      ),
    )
    .orderBy(desc(emailChange.created))
    .limit(1)
  return row?.email
}

/**
 * The change that the key of a mail confirms; for a key that is no longer valid, what it would have confirmed, if
 * known.
 */
export type FoundChange =
  | { state: 'waiting' | 'gone'; change: EmailChangeRow; merchant: Merchant }
  | { state: 'gone'; change?: undefined; merchant: undefined }

/** Looks up a key without using it: mail programs open links before people do. Accepts any text. */
export async function findEmailChange({ db, clock }: Installation, key: string): Promise<FoundChange> {
  const named = await keys.read(key)
  if (!named) return { state: 'gone', merchant: undefined }
  const [found] = await db
    .select({ change: emailChange, merchant: merchants })
    .from(emailChange)
    .innerJoin(merchants, eq(merchants.id, emailChange.merchantId))
    .where(
      and(
        eq(emailChange.merchantId, named.merchant),
        eq(emailChange.id, named.id),
        eq(emailChange.keyHash, sha256(key)),
      ),
    )
  if (!found) return { state: 'gone', merchant: undefined }
  const now = merchantClock(clock, found.merchant).now()
  const isWaiting = found.change.ended === null && found.change.expires > now
  return { state: isWaiting ? 'waiting' : 'gone', ...found }
}

/**
 * Gives the customer the address that the key confirms, once, and notifies the previous address. Login links that
 * were sent there stop working. Returns undefined for a key that is no longer valid, unless the customer has its address:
 * the button was pressed twice, or again after a lost response.
 */
export async function confirmEmail(installation: Installation, key: string): Promise<Merchant | undefined> {
  const found = await findEmailChange(installation, key)
  if (!found.change) return undefined
  const { change, merchant } = found
  const context = { db: installation.db, merchant, clock: merchantClock(installation.clock, merchant) }
  return accountTransaction(context, change.accountId, async (inside, row) => {
    const { customer } = row
    // Checked under the lock: it may have been used or withdrawn since.
    if (!(await end(inside.db, change, context.clock.now())))
      return isAddressOf(row, change.email) ? merchant : undefined
    await inside.db
      .update(account)
      .set({ customer: { ...customer, email: change.email } })
      .where(and(eq(account.merchantId, merchant.id), eq(account.id, change.accountId)))
    const before = recipientIn(row)
    if (before && !isAddressOf(row, change.email)) {
      const data = { date: context.clock.now().toISOString() }
      await writeMails(inside, [{ ...before, template: 'email-changed', data }])
    }
    return merchant
  })
}

async function end(tx: Queryable, { merchantId, id }: EmailChangeRow, now: Date): Promise<boolean> {
  const ended = await tx
    .update(emailChange)
    .set({ ended: now })
    .where(
      and(
        eq(emailChange.merchantId, merchantId),
        eq(emailChange.id, id),
        isNull(emailChange.ended),
        gt(emailChange.expires, now),
      ),
    )
    .returning({ id: emailChange.id })
  return ended.length > 0
}

const Claims = z.strictObject({ use: z.literal('email'), merchant: z.string(), id: z.string() })

const keys = signedKeys('email change', 'kassa-email', Claims)
