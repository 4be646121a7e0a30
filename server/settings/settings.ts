import { and, eq, gt, min } from 'drizzle-orm'
import type { Merchant } from '@/db/schema'
import { subscription } from '@/db/schema'
import type { Branding } from '@/db/schema/merchant'
import type { Context } from '../core/context'
import { exampleReceipt } from '../mail/example'
import { type RenderedMail, render } from '../mail/render'
import { changeMerchant, MerchantChange } from '../merchant/change'
import { dayOf } from '../model/calendar'
import { cardLimitsOf } from '../model/card/limits'
import { fail } from '../model/errors'

/** What its members see of how a merchant is set up. */
export const settingsOf = (merchant: Merchant) => ({
  name: merchant.name,
  country: merchant.country,
  timeZone: merchant.timeZone,
  currency: merchant.currency,
  locale: merchant.locale,
  retryDays: merchant.retryDays,
  publicKeyPaysByAccount: merchant.publicKeyPaysByAccount,
  cardLimits: cardLimitsOf(merchant),
  callbackHosts: merchant.callbackHosts,
  branding: merchant.branding,
  cardService: merchant.cardService,
  created: merchant.created,
})

/** Changes a merchant; answers those of its settings that are other than before, as they were and are. */
export async function changeSettings({ db, merchant }: Context, change: MerchantChange) {
  const changed = await changeMerchant(db, merchant.id, change)
  if (!changed) throw fail('not-found', { what: 'merchant' })
  const [before, after] = [flat(changed.before), flat(changed.after)]
  const other = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const only = (all: Record<string, unknown>) => Object.fromEntries(other.map((name) => [name, all[name]]))
  return { before: only(before), after: only(after) }
}

const flat = (merchant: Merchant): Record<string, unknown> => {
  const { branding, cardLimits, ...rest } = settingsOf(merchant)
  const parts = (of: string, all: object) =>
    Object.fromEntries(Object.entries(all).map(([name, value]) => [`${of}.${name}`, value]))
  return { ...rest, ...parts('branding', branding), ...parts('cardLimits', cardLimits) }
}

/** Branding as it is being typed: what is no address or colour yet is left out, as if it were not there. */
export function brandingFrom(typed: Record<keyof Branding, string>): Branding {
  const { shape } = MerchantChange.shape.branding.unwrap()
  const known = Object.entries(typed).filter(
    ([name, value]) => value !== '' && shape[name as keyof Branding].safeParse(value).success,
  )
  return Object.fromEntries(known)
}

/** A mail to a customer as it would be with that branding. */
export const previewMail = (
  { merchant, clock }: Context,
  branding: Branding,
  world: { baseUrl: string },
): Promise<RenderedMail> =>
  render(
    {
      id: 'preview',
      template: 'receipt',
      data: exampleReceipt(merchant, clock.now()),
      sealed: null,
      created: clock.now(),
    },
    { ...merchant, branding },
    world,
  )

/** The next day after today on which a subscription is due. */
export async function nextDue({ db, merchant, clock }: Context): Promise<string | undefined> {
  const today = dayOf(clock.now(), merchant.timeZone)
  const [found] = await db
    .select({ due: min(subscription.due) })
    .from(subscription)
    .where(and(eq(subscription.merchantId, merchant.id), gt(subscription.due, today)))
  return found?.due ?? undefined
}
