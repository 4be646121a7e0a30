import type { Context } from '../core/context'
import type { Capabilities } from '../model/card/service'
import { requireStep } from '../model/card/step'
import { fail } from '../model/errors'
import type { Money } from '../model/money/money'

/** What a card service can do for the merchant. */
export const capabilitiesOf = (
  { cards, merchant }: Pick<Context, 'cards' | 'merchant'>,
  service: string,
): Promise<Capabilities> => cards.named(service).capabilities({ merchantId: merchant.id })

/** Whether a card service moves no money. Only numbers of test cards may be entered in Kassa's own fields. */
export const isSimulated = ({ entry }: Capabilities): boolean => entry === 'ours'

/** Whether a card service can charge a currency. */
export const takesCurrency = ({ currencies }: Capabilities, currency: string): boolean =>
  currencies === 'all' || currencies.has(currency)

/**
 * Throws `card-service.currency` if a card service cannot charge a currency, or `card-service.step` if it cannot charge
 * this amount exactly.
 */
export function requireChargeable(
  capabilities: Capabilities,
  { service, amount, currency }: Money & { service: string },
): void {
  if (!takesCurrency(capabilities, currency)) throw fail('card-service.currency', { service, currency })
  requireStep(capabilities.steps?.get(currency), { amount, currency })
}
