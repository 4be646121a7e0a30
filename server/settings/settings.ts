import { and, eq, gt, min } from 'drizzle-orm'
import type * as z from 'zod'
import type { Merchant } from '@/db/schema'
import { subscription } from '@/db/schema'
import type { Branding } from '@/db/schema/merchant'
import { todayOf } from '../core/clock'
import type { Context } from '../core/context'
import { seal } from '../core/crypto'
import { exampleMails } from '../mail/example'
import { type RenderedMail, render } from '../mail/render'
import { secretOf } from '../mail/write-mails'
import { changeMerchant, MerchantChange, type MerchantExpected } from '../merchant/change-merchant'
import { cardLimitsOf } from '../model/card/limits'
import { fail } from '../model/errors'
import type { Language } from '../model/language'
import type { CustomerTemplate } from '../model/mail'

/** Returns the settings of a merchant that its members see. */
export const settingsOf = (merchant: Merchant) => ({
  name: merchant.name,
  country: merchant.country,
  timeZone: merchant.timeZone,
  currency: merchant.currency,
  locale: merchant.locale,
  retryDays: merchant.retryDays,
  publicKeyPaysByAccount: merchant.publicKeyPaysByAccount,
  renewAuthorisations: merchant.renewAuthorisations,
  cardLimits: cardLimitsOf(merchant),
  callbackHosts: merchant.callbackHosts,
  branding: merchant.branding,
  company: merchant.company,
  bookkeeping: merchant.bookkeeping,
  cardService: merchant.cardService,
  created: merchant.created,
})

/**
 * Changes a merchant. `expected`: the hosts that the form began with. Returns the settings that changed, before and after.
 * Throws `merchant.changed`.
 */
export async function changeSettings(
  context: Context,
  change: MerchantChange,
  expected?: z.infer<typeof MerchantExpected>,
) {
  const changed = await changeMerchant(context, change, expected)
  if (!changed) throw fail('not-found', { what: 'merchant' })
  const [before, after] = [flat(changed.before), flat(changed.after)]
  const other = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const only = (all: Record<string, unknown>) => Object.fromEntries(other.map((name) => [name, all[name]]))
  return { before: only(before), after: only(after) }
}

const flat = (merchant: Merchant): Record<string, unknown> => {
  const { branding, cardLimits, company, bookkeeping, ...rest } = settingsOf(merchant)
  const parts = (of: string, all: object) =>
    Object.fromEntries(Object.entries(all).map(([name, value]) => [`${of}.${name}`, value]))
  return {
    ...rest,
    ...parts('branding', branding),
    ...parts('cardLimits', cardLimits),
    ...parts('company', company),
    ...parts('bookkeeping', bookkeeping),
  }
}

/** Returns branding while it is being typed: invalid addresses and colours are left out. */
export function brandingFrom(typed: Record<keyof Branding, string>): Branding {
  const { shape } = MerchantChange.shape.branding.unwrap()
  const known = Object.entries(typed).filter(
    ([name, value]) => value !== '' && shape[name as keyof Branding].safeParse(value).success,
  )
  return Object.fromEntries(known)
}

interface Preview {
  baseUrl: string
  template: CustomerTemplate
  language: Language
  /** Changes that are not saved yet. */
  changes?: Partial<Pick<Merchant, 'branding' | 'mailWording'>>
}

/** Renders a customer mail with sample data, as it would look with changes of settings. */
export function previewMail(
  { merchant, clock }: Context,
  { baseUrl, template, language, changes }: Preview,
): Promise<RenderedMail> {
  const now = clock.now()
  const data = {
    ...exampleMails(merchant, { now, language })[template],
    customerName: exampleNames[language],
  }
  const id = 'preview'
  // Private links lead nowhere in a preview, but their buttons are shown.
  const sealed = seal(`${baseUrl}/login`, secretOf({ merchantId: merchant.id, id }))
  const mail = { id, template, data, language, sealed, created: now }
  return render(mail, { ...merchant, ...changes }, { baseUrl })
}

const exampleNames: Record<Language, string> = {
  en: 'Jane Doe',
  sv: 'Anna Andersson',
  de: 'Erika Mustermann',
}

/** Returns the next day after today on which a subscription is due. */
export async function nextDue({ db, merchant, clock }: Context): Promise<string | undefined> {
  const today = todayOf({ merchant, clock })
  const [found] = await db
    .select({ due: min(subscription.due) })
    .from(subscription)
    .where(and(eq(subscription.merchantId, merchant.id), gt(subscription.due, today)))
  return found?.due ?? undefined
}
