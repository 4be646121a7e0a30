import * as z from 'zod'
import { contextOf } from '../core/context'
import { definedOf } from '../core/defined-of'
import type { Runtime } from '../core/runtime'
import { changeSeries, SeriesChange } from '../document/change-series'
import { changeMerchant, MerchantChange } from '../merchant/change-merchant'
import { createMerchant, MerchantCreatable } from '../merchant/create-merchant'
import { findMerchant } from '../merchant/find-merchant'
import { cardLimitNames } from '../model/card/limits'
import { email } from '../model/fields'
import { roles } from '../model/roles'
import { settingsOf } from '../settings/settings'
import { appointOwner } from '../team/appoint-owner'
import { inviteAsOperator } from '../team/invite'
import { findByEmail } from '../user/session'
import { checked, chosen, command, optionOf, typed, withRuntime } from './command'
import { companyChange, companyOptions, onOrOff, seriesChanges } from './company-options'

const usage = `Usage:
  npm run merchant -- create --name NAME --email EMAIL --password PASSWORD [--type test|live]
      [--country SE] [--time-zone Europe/Stockholm] [--currency SEK]
    Creates a merchant with an owner and keys, and prints them as one line of JSON. The private key is shown only once.
  npm run merchant -- invite MERCHANT --email EMAIL --role owner|admin|support|viewer
    Prints the link of an invitation, which works once, within 7 days; nothing is mailed. A member becomes an owner at once.
    For operators, when no owner can sign in.
  npm run merchant -- set MERCHANT [--name NAME] [--time-zone Europe/Stockholm] [--currency SEK] [--locale en-SE]
      [--retry-days 1,3,5,7] [--support-email EMAIL] [--colour "#0b5f63"] [--logo URL]
      [--website URL]
      [--legal-name NAME] [--street STREET] [--postcode CODE] [--city CITY] [--company-country SE]
      [--organisation-number NUMBER] [--vat-number SE556012345601|none] [--tax-number NUMBER]
      [--phone NUMBER] [--particulars TEXT]
      [--default-vat 25|none] [--exchange-rates 'EUR 11.2345, USD 10.4'|none] [--sells goods|services]
      [--zero-vat zero-rated|exempt|export|outside] [--zero-vat-reason TEXT]
      [--invoice-prefix PREFIX] [--invoice-next NUMBER] [--invoice-yearly on|off]
      [--credit-note-prefix PREFIX] [--credit-note-next NUMBER] [--credit-note-yearly on|off]
      [--public-key-pays-by-account on|off] [--callback-hosts shop.example,localhost:4000]
      [--cards-per-source 60] [--cards-per-key 1500] [--cards-per-merchant 3000]
      [--declines-per-source 40] [--declines-per-key 1000] [--declines-per-merchant 2000]
    Changes the given settings. --locale: the format of amounts, dates and CSV files, and the language of mail to
    customers who have none of their own. --retry-days: days after the first failure on which a payment is retried.
    --legal-name to --vat-number: the company that documents name as the seller. A live merchant's documents are not
    issued until these are complete. --vat-number none: not registered for VAT. --default-vat: the VAT rate of orders
    without lines.
    --exchange-rates: what one unit of other currencies is worth in the currency of the company's country, for the VAT
    on documents; replaces all earlier rates. --sells: whether 0% lines to other countries are goods or
    services. --zero-vat: why other 0% lines have no VAT. --invoice-…, --credit-note-…: the document numbering, which only
    goes forward. The last options
    limit public keys, which anyone can see: whether they can create orders on stored cards, the hosts that the
    callbacks of their orders can use ("" for none), and how many cards can be entered per minute and declined per hour
    ("default" for that of Kassa).`

const text = { type: 'string' } as const
const shared = { name: text, 'time-zone': text, currency: text }
const ofCreate = { ...shared, email: text, password: text, type: text, country: text }
const ofInvite = { email: text, role: text }
const ofSet = {
  ...shared,
  ...{ locale: text, 'retry-days': text, 'support-email': text, colour: text, logo: text },
  website: text,
  ...companyOptions,
  'public-key-pays-by-account': text,
  'callback-hosts': text,
  ...Object.fromEntries(cardLimitNames.map((name) => [optionOf(name), text])),
}
const { values, positionals } = typed(
  usage,
  { ...ofCreate, ...ofInvite, ...ofSet },
  {
    forms: [
      { name: 'create', options: Object.keys(ofCreate) },
      { name: 'invite', words: ['MERCHANT'], options: Object.keys(ofInvite) },
      { name: 'set', words: ['MERCHANT'], options: Object.keys(ofSet) },
    ],
  },
)

const Invited = z.strictObject({ email: email().toLowerCase(), role: z.enum(roles) })

const acts: Record<string, () => Promise<void>> = { create, invite, set }
await command(async () => acts[positionals[0] ?? '']?.())

async function create(): Promise<void> {
  const { name, email, password, type, country, currency, 'time-zone': timeZone } = values
  const input = definedOf({ name, email, password, type, country, currency, timeZone })
  const wanted = checked(MerchantCreatable, input)
  const work = async (runtime: Runtime) => {
    const created = await createMerchant(runtime, wanted)
    const { merchant: id, ...rest } = created
    console.log(JSON.stringify({ url: runtime.baseUrl, merchant: id, ...rest, password: wanted.password }))
  }
  await withRuntime(work, { create: true })
}

async function invite(): Promise<void> {
  const wanted = checked(Invited, definedOf({ email: values.email, role: values.role }))
  await withRuntime(async (runtime) => {
    const id = positionals[1] ?? ''
    const merchant = await findMerchant(runtime.db, id)
    if (!merchant) throw new Error(`No merchant ${id}.`)
    const context = contextOf(runtime, merchant)
    const known = await findByEmail(runtime, wanted.email)
    const before = known && wanted.role === 'owner' ? await appointOwner(context, known) : undefined
    if (before === 'owner') return console.log(`${wanted.email} is an owner already.`)
    if (before) return console.log(`${wanted.email} is a member already, and an owner from now on.`)
    const { link, expires } = await inviteAsOperator(context, wanted)
    console.log(`${link}\nWorks once, until ${expires.toISOString()}. Give it to ${wanted.email} only.`)
  })
}

async function set(): Promise<void> {
  const id = positionals[1]
  const { name, currency, locale, logo, colour, website } = values
  const { 'time-zone': timeZone, 'support-email': supportEmail } = values
  const { 'retry-days': days, 'public-key-pays-by-account': allowed, 'callback-hosts': hosts } = values
  const limits = cardLimitNames.flatMap((name) => {
    const limit = Reflect.get(values, optionOf(name))
    return limit === undefined ? [] : [[name, limit === 'default' ? null : Number(limit)]]
  })
  const given = {
    ...{ name, currency, locale, timeZone },
    ...(days !== undefined && { retryDays: days.split(',').map(Number) }),
    ...(allowed !== undefined && {
      publicKeyPaysByAccount: chosen('public-key-pays-by-account', allowed, onOrOff),
    }),
    ...(hosts !== undefined && { callbackHosts: hosts.split(',').filter(Boolean) }),
    ...(limits.length > 0 && { cardLimits: Object.fromEntries(limits) }),
    ...companyChange(values),
    branding: definedOf({ logo, colour, supportEmail, website }),
  }
  const change = checked(MerchantChange, definedOf(given))
  const { branding, ...rest } = change
  const ofSeries = seriesChanges(values).map((each) => checked(SeriesChange, each, `${each.series}-`))
  const isNothing = Object.keys({ ...rest, ...branding }).length === 0 && ofSeries.length === 0
  if (!id) throw new Error(usage)
  if (isNothing) throw new Error(`No setting is given.\n\n${usage}`)
  await withRuntime(async (runtime) => {
    const changed = await changeMerchant({ db: runtime.db, merchant: { id } }, change)
    if (!changed) throw new Error(`No merchant ${id}.`)
    for (const each of ofSeries) await changeSeries(contextOf(runtime, changed.after), each)
    const { country: _, cardService: __, created: ___, ...shown } = settingsOf(changed.after)
    console.log(JSON.stringify({ merchant: changed.after.id, ...shown }))
  })
}
