import type { Metadata } from 'next'
import { presentPayment } from './payment'

/** Returns the title of a page of a payment, which is not for search engines. */
export async function paymentTitle(key: string): Promise<Metadata> {
  const { words } = await presentPayment(key)
  return { title: { absolute: words.say('order.plain') }, robots: { index: false, follow: false } }
}
