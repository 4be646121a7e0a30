import type { Merchant, mail } from '@/db/schema'
import { open } from '../core/crypto'
import { toPeople } from '../model/mail'
import { shopName } from './sender'
import { secretOf } from './write'

export type MailRow = typeof mail.$inferSelect

export interface RenderedMail {
  subject: string
  html: string
  text: string
  /** Where answers go, if the merchant says. */
  replyTo?: string
}

/**
 * A mail as its reader gets it, in the merchant's branding, language, locale and time zone. The secret of one that is
 * sent is gone: where to ask for another link stands in its place. `baseUrl` is without a slash at the end.
 */
export async function render(
  row: Pick<MailRow, 'id' | 'template' | 'data' | 'sealed' | 'created'>,
  merchant: Merchant,
  { baseUrl }: { baseUrl: string },
): Promise<RenderedMail> {
  // Only now: what renders mail is large, and most processes never do.
  const { compose } = await import('@/emails/compose')
  const { locale, timeZone, branding } = merchant
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
    },
    written: row.created,
    ...(row.sealed !== null && {
      secret: open(row.sealed, secretOf({ merchantId: merchant.id, id: row.id })),
    }),
  })
  return { ...composed, ...(supportEmail && { replyTo: supportEmail }) }
}

const isWebAddress = (address: string | undefined): address is string =>
  address !== undefined && /^https?:\/\//.test(address) && URL.canParse(address)
