import type { Metadata } from 'next'
import { currentPayment } from '../../_parts/customer/payment-visit'

/** Returns the title of a page of a payment, which is not for search engines. */
export async function paymentTitle(key: string): Promise<Metadata> {
  const { words } = await currentPayment(key)
  return { title: { absolute: words.say('order.plain') }, robots: { index: false, follow: false } }
}
