import { backUse } from '@/app/pay/_parts/payment'
import { systemClock } from '@/server/core/clock'
import { seal } from '@/server/core/crypto'
import { newId } from '@/server/core/id'
import { signLinkKey } from '@/server/link/link-key'
import { newPaymentLink } from '@/server/link/payment-link'
import { newSecretKey } from '@/server/user/secret-key'

/**
 * The beginning of each address in which a key is enough to act for somebody, with such a key. Folders of `app` that are
 * named `[key]` or `[sealed]` have one.
 */
export async function secretAddresses(): Promise<Record<string, string>> {
  const payment = newPaymentLink(
    { merchant: { id: 'abcdefgh', timeZone: 'Europe/Stockholm' } as never, clock: systemClock, baseUrl: '' },
    { orderId: newId(), contact: 'a@example.com' },
  ).url.slice('/pay/'.length)
  // The key of a new e-mail address is signed like that of a login link.
  const signed = await signLinkKey({ merchant: 'abcdefgh', id: newId(), returnPath: '/account/orders' })
  return {
    '/pay/': payment,
    '/pay/back/': seal(payment, backUse),
    '/login/': signed,
    '/account/email/': signed,
    '/signin/join/': newSecretKey().key,
    '/signin/reset/': newSecretKey().key,
  }
}
