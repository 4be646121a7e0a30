import { addAddress, listAddresses, type OwnAddress, removeAddress } from '../callback/addresses'
import { DeliveryListQuery, listDeliveries, readDelivery } from '../callback/list-deliveries'
import { resendDelivery, resendFailed, sendTestCallback } from '../callback/resend-callbacks'
import { CallbackAddress, SavedAddress, SecretRoll } from '../callback/schemas'
import { rollSecret } from '../callback/secret'
import { type Context, contextOf } from '../core/context'
import { definedOf } from '../core/defined-of'
import type { Runtime } from '../core/runtime'
import { counted } from '../model/counted'
import { detailsOf, headOf, lineOf } from './callback-lines'
import { chooseMerchant } from './choose-merchant'
import { checked, command, typed, withRuntime } from './command'

const usage = `Usage: npm run callback -- COMMAND [--merchant ID]
  list [--status failing|waiting|delivered|failed] [--order ID] [--limit 20] [--after CURSOR]
    Lists the latest callbacks, newest first.
  show ID                        Shows one callback: its body and every attempt.
  resend ID                      Resends a callback, even if it was delivered.
  resend --failed [--url URL]    Resends all callbacks that failed, or those to one address: 10,000 at a time.
  test URL                       Sends a test callback to an address.
  addresses                      Lists the merchant's callback addresses, with the events of those that get only some.
  add URL, remove URL            Adds or removes one of them.
  roll [--overlap HOURS]         Creates a new signing secret and shows it once. The old one stays valid for 24 hours,
                                 or for --overlap.
Without --merchant: the demo merchant, or the only one.`

const text = { type: 'string' } as const
const { values, positionals } = typed(
  usage,
  {
    ...{ merchant: text, status: text, order: text, limit: text, after: text, url: text, overlap: text },
    failed: { type: 'boolean' },
  },
  {
    forms: [
      { name: 'list', options: ['status', 'order', 'limit', 'after'] },
      { name: 'show', words: ['ID'] },
      { name: 'resend', words: ['ID'] },
      { name: 'resend', flag: 'failed', options: ['url'] },
      { name: 'test', words: ['URL'] },
      { name: 'addresses' },
      { name: 'add', words: ['URL'] },
      { name: 'remove', words: ['URL'] },
      { name: 'roll', options: ['overlap'] },
    ],
    common: ['merchant'],
  },
)
const [name = '', given = ''] = positionals

async function resend(context: Context): Promise<string> {
  if (values.failed) {
    const { count, isMore } = await resendFailed(context, values.url)
    if (count === 0) return 'No failed callbacks.'
    return `Resending ${counted(count, 'callback')}.${isMore ? ' There are more: repeat the command for them.' : ''}`
  }
  const { id, url } = await resendDelivery(context, given)
  return `${id} is being resent to ${url}.`
}

/** Runs a command and returns what to print. */
const commands: Record<string, (context: Context) => Promise<string>> = {
  list: async (context) => {
    const { status, order, limit = '20', after } = values
    const query = checked(DeliveryListQuery, definedOf({ status, order, limit, after }))
    const { rows, next } = await listDeliveries(context, query)
    const more = next === undefined ? [] : [`More callbacks: --after ${next}`]
    return rows.length === 0 ? 'No callbacks.' : [headOf(), ...rows.map(lineOf), ...more].join('\n')
  },
  show: async (context) => detailsOf(await readDelivery(context, given)),
  resend,
  test: async (context) => {
    const { id } = await sendTestCallback(context, address())
    return `Sent. For the outcome: npm run callback -- show ${id}`
  },
  addresses: async (context) => listed((await listAddresses(context)).map(lineOfAddress)),
  add: async (context) => listed(await addAddress(context, address())),
  remove: async (context) => listed(await removeAddress(context, checked(SavedAddress, { url: given }))),
  roll: async (context) => {
    const overlap = values.overlap === undefined ? undefined : Number(values.overlap)
    const { secret, oldUntil } = await rollSecret(context, checked(SecretRoll, definedOf({ overlap })))
    return `${secret}\nThe old secret also signs until ${oldUntil.toISOString()}.`
  },
}

const address = () => checked(CallbackAddress, { url: given })

const lineOfAddress = ({ url, types }: OwnAddress) => (types ? `${url}  ${types.join(', ')}` : url)

const listed = (urls: string[]) => (urls.length === 0 ? 'No callback addresses.' : urls.join('\n'))

async function run(runtime: Runtime, chosen: (context: Context) => Promise<string>): Promise<void> {
  console.log(await chosen(contextOf(runtime, await chooseMerchant(runtime.db, values.merchant))))
}

await command(async () => {
  const chosen = commands[name]
  if (!chosen) throw new Error(usage)
  await withRuntime((runtime) => run(runtime, chosen))
})
