import type { Merchant } from '@/db/schema'
import { toPeople } from '../model/mail'

/** What a payer knows the merchant by. */
export const shopName = ({ name, branding }: Pick<Merchant, 'name' | 'branding'>): string =>
  oneLine(branding.name ?? '') || oneLine(name)

/** Whom a mail is from: the merchant, but for what Kassa has to say to those who work for it. */
export const senderName = (template: string, merchant: Pick<Merchant, 'name' | 'branding'>): string =>
  toPeople.has(template) ? 'Kassa' : shopName(merchant)

/** `From`: the merchant's name at the address of MAIL_FROM, the one that the mail service lets us send from. */
export function fromHeader(mailFrom: string, shop: string): string {
  const address = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom
  return `"${shop.replace(/["\\<>]/g, '')}" <${address.trim()}>`
}

/** Without what could begin another header or line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
