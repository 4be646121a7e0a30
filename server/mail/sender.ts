import type { Merchant } from '../merchant/merchant'

/** What a payer knows the merchant by. */
export const shopName = ({ name, branding }: Pick<Merchant, 'name' | 'branding'>): string =>
  oneLine(branding.name ?? '') || oneLine(name)

/** `From`: the merchant's name at the address of MAIL_FROM, the one that the mail service lets us send from. */
export function fromHeader(mailFrom: string, shop: string): string {
  const address = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom
  return `"${shop.replace(/["\\<>]/g, '')}" <${address.trim()}>`
}

/** Without what could begin another header or line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
