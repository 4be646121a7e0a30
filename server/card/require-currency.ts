import type { Context } from '../core/context'
import type { Capabilities } from '../model/card/service'
import { fail } from '../model/errors'

/** Whether a card service can charge a currency. */
export const takesCurrency = ({ currencies }: Capabilities, currency: string): boolean =>
  currencies === 'all' || currencies.has(currency)

/** Throws `card-service.currency` if a card service cannot charge a currency for the merchant. */
export async function requireCurrency(
  context: Pick<Context, 'cards' | 'merchant'>,
  { service, currency }: { service: string; currency: string },
): Promise<Capabilities> {
  const { cards, merchant } = context
  const capabilities = await cards.named(service).capabilities({ merchantId: merchant.id })
  if (!takesCurrency(capabilities, currency)) throw fail('card-service.currency', { service, currency })
  return capabilities
}
