import type { Merchant, mail } from '@/db/schema'
import { open } from '../core/crypto'
import { toPeople } from '../model/mail'
import type { OwnWords } from '../model/mail-wording'
import { shopName } from './sender'
import { secretOf } from './write-mails'

export type MailRow = typeof mail.$inferSelect

export interface RenderedMail {
  subject: string
  html: string
  text: string
  /** Kassa's words with placeholders, which a merchant can replace. Mail to dashboard users has none. */
  pattern?: Required<OwnWords>
  /** The address for replies, if the merchant has one. */
  replyTo?: string
}

/**
 * Renders a mail in its language, with the merchant's branding, own words, region and time zone. A sent mail no longer has
 * its secret; it links to the page that requests a new link instead. `baseUrl` is without a slash at the end.
 */
export async function render(
  row: Pick<MailRow, 'id' | 'template' | 'data' | 'language' | 'sealed' | 'created'>,
  merchant: Merchant,
  { baseUrl }: { baseUrl: string },
): Promise<RenderedMail> {
  // Loaded here, because the code that renders mail is large, and most processes never need it.
  const { compose } = await import('@/emails/compose')
  const { locale, timeZone, branding, mailWording } = merchant
  const forPeople = toPeople.has(row.template)
  const { supportEmail, colour, logo } = forPeople ? {} : branding
  const composed = await compose(row.template, row.data, {
    sender: {
      shop: forPeople ? 'Kassa' : shopName(merchant),
      ...(isWebAddress(logo) && { logo }),
      ...(colour && { colour }),
      ...(supportEmail && { supportEmail }),
      locale,
      timeZone,
      loginPage: forPeople
        ? `${baseUrl}/signin`
        : `${baseUrl}/login?merchant=${encodeURIComponent(merchant.id)}`,
      orderPage: (order) =>
        `${baseUrl}/account/orders/${encodeURIComponent(order)}?merchant=${encodeURIComponent(merchant.id)}`,
    },
    // Customers' mail without a language was written when there was only English.
    language: row.language ?? 'en',
    wording: mailWording,
    written: row.created,
    ...(row.sealed !== null && {
      secret: open(row.sealed, secretOf({ merchantId: merchant.id, id: row.id })),
    }),
  })
  return { ...composed, ...(supportEmail && { replyTo: supportEmail }) }
}

const isWebAddress = (address: string | undefined): address is string =>
  address !== undefined && /^https?:\/\//.test(address) && URL.canParse(address)
