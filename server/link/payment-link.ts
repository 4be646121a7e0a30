import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { insertMany } from '@/db/many'
import { type Merchant, merchant, paymentLink } from '@/db/schema'
import { later, merchantClock, startOfDay } from '../core/clock'
import type { Context, InTransaction } from '../core/context'
import { sha256 } from '../core/crypto'
import { isMerchantId } from '../core/id'
import type { Installation } from '../core/runtime'
import { findMerchant } from '../merchant/find-merchant'
import { addDays, dayOf } from '../model/calendar'

/** How long an order can be paid through a link. Mail names only the last day, so the link works until it ends. */
const lifeInDays = 14

/** What the key of an actor with a payment link starts with; the id of the order follows. */
export const linkedOrder = 'order '

/** A link with its address, which contains the key and is never stored. */
export interface NewPaymentLink {
  row: typeof paymentLink.$inferInsert
  expires: Date
  url: string
}

/** Returns a new link to the payment of an order, for a mail to `contact`, to be stored with `insertPaymentLinks`. */
export function newPaymentLink(
  { merchant: { id: merchantId, timeZone }, clock, baseUrl }: Pick<Context, 'merchant' | 'clock' | 'baseUrl'>,
  { orderId, contact }: { orderId: string; contact: string },
): NewPaymentLink {
  const key = `${merchantId}${randomBytes(24).toString('base64url')}`
  const created = clock.now()
  const dayAfter = addDays(dayOf(created, timeZone), lifeInDays + 1)
  const expires = later(startOfDay(dayAfter, timeZone), -1)
  const row = { merchantId, keyHash: sha256(key), orderId, contact, created, expires }
  return { row, expires, url: `${baseUrl}/pay/${key}` }
}

/** Stores links from `newPaymentLink`, in the transaction of the e-mails that contain them. */
export const insertPaymentLinks = (
  { db }: Pick<InTransaction, 'db'>,
  links: readonly NewPaymentLink[],
): Promise<void> =>
  insertMany(
    db,
    paymentLink,
    links.map(({ row }) => row),
  )

/** Whether a text can be the key of a payment link. */
const isPaymentKey = (text: string): boolean => /^[A-Za-z]{8}[\w-]{32}$/.test(text)

/** What a payment link leads to. For an unknown key, at most the merchant. */
export type FoundPaymentLink =
  | { state: 'open' | 'expired'; orderId: string; contact: string | null; merchant: Merchant }
  | { state: 'unknown'; merchant: Merchant | undefined }

/** Looks up the key of a payment link, and changes nothing. Accepts any text. */
export async function findPaymentLink({ db, clock }: Installation, key: string): Promise<FoundPaymentLink> {
  const merchantId = key.slice(0, 8)
  if (!isMerchantId(merchantId)) return { state: 'unknown', merchant: undefined }
  const [found] = isPaymentKey(key)
    ? await db
        .select({ link: paymentLink, merchant })
        .from(paymentLink)
        .innerJoin(merchant, eq(merchant.id, paymentLink.merchantId))
        .where(and(eq(paymentLink.merchantId, merchantId), eq(paymentLink.keyHash, sha256(key))))
    : []
  // A mail program may have cut the key short.
  if (!found) return { state: 'unknown', merchant: await findMerchant(db, merchantId) }
  const { link, merchant: owner } = found
  const { orderId, contact, expires } = link
  const isOpen = merchantClock(clock, owner).now() < expires
  return { state: isOpen ? 'open' : 'expired', orderId, contact, merchant: owner }
}
