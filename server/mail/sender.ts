import type { Merchant } from '@/db/schema'
import { toPeople } from '../model/mail'
import { oneLine } from '../model/one-line'

/** Returns the name that payers know the merchant by. */
export const shopName = ({ name, branding }: Pick<Merchant, 'name' | 'branding'>): string =>
  oneLine(branding.name ?? '') || oneLine(name)

/** Returns the sender: the merchant for customer mail, Kassa for mail to dashboard users. */
export const senderName = (template: string, merchant: Pick<Merchant, 'name' | 'branding'>): string =>
  toPeople.has(template) ? 'Kassa' : shopName(merchant)

/**
 * Returns the `From` header: the merchant's name at the address of MAIL_FROM, which the mail service lets us send
 * from.
 */
export function fromHeader(mailFrom: string, shop: string): string {
  const address = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom
  return `"${shop.replace(/["\\<>]/g, '')}" <${address.trim()}>`
}
