import { hours, later, minutes } from '../core/clock'
import type { EventCreatable, Item } from '../model/order/schemas'
import type { OrderCreatable } from '../order/order-creatable'
import type { Picker } from './picker'

export interface PlannedOrder {
  created: Date
  order: Omit<OrderCreatable, 'payment'>
  /** The account that pays; without one, a card token is created from `pan`. */
  payer: string | undefined
  pan: string
  events: { date: Date; content: EventCreatable }[]
}

const goods: Item[] = [
  { name: 'Coffee beans 1 kg', price: 159.2, vat: 12, unit: 'kg' },
  { name: 'Espresso cups, pair', price: 239.2, vat: 25 },
  { name: 'Pour-over kettle', price: 719.2, vat: 25 },
  { name: 'Paper filters', price: 31.2, vat: 25, unit: 'pack' },
  { name: 'Grinder', price: 1199.2, vat: 25 },
  { name: 'Barista course', price: 1320.75, vat: 6 },
  { name: 'Gift card', price: 300, vat: 0 },
]

type Story = (order: OrderCreatable['items']) => EventCreatable[]

const half = (items: OrderCreatable['items']): Pick<EventCreatable, 'items'> => {
  if (typeof items === 'number') return { items: Math.floor(items / 2) }
  const [first] = [items].flat()
  return first?.name ? { items: [{ name: first.name }] } : {}
}

/** What happens to orders after they are created, the common stories more often. */
const stories: Story[] = [
  ...Array<Story>(9).fill(() => [{ type: 'charge' }]),
  ...Array<Story>(3).fill(() => []),
  () => [{ type: 'cancel', reason: 'requested' }],
  () => [{ type: 'cancel', reason: 'duplicate' }],
  ...Array<Story>(2).fill(() => [{ type: 'charge' }, { type: 'refund', reason: 'requested' }]),
  (items) => [{ type: 'charge', ...half(items) }],
  (items) => [{ type: 'charge' }, { type: 'refund', reason: 'other', ...half(items) }],
  (items) => [{ type: 'charge', ...half(items) }, { type: 'cancel' }],
]

/** Returns orders spread over the days from `from` to `until` with their events, none of them in the future. */
export function plannedOrders(wanted: {
  count: number
  payers: readonly string[]
  from: Date
  until: Date
  pick: Picker
}): PlannedOrder[] {
  const { count, payers, from, until, pick } = wanted
  const step = (until.getTime() - from.getTime()) / count
  return Array.from({ length: count }, (_, index): PlannedOrder => {
    const created = later(from, Math.floor(step * index) + minutes(pick([3, 11, 27, 42])) - hours(1))
    const items = itemsOf(pick)
    const content = pick(stories)(items)
    let date = created
    const dates = content.map((__, place) => {
      date = later(date, hours(pick([1, 5, 20, 44])) + place)
      return date
    })
    const byAccount = pick([true, true, true, false])
    return {
      created,
      order: {
        number: `2026-${1001 + index}`,
        items,
        currency: pick(['SEK', 'SEK', 'SEK', 'SEK', 'EUR', 'NOK']),
      },
      payer: byAccount ? pick(payers) : undefined,
      // One in twenty cards cannot be refunded, so that the dashboard has failures to show.
      pan: pick([...Array<string>(19).fill('4242424242424242'), '4000000000005126']),
      events: content.flatMap((event, place) => {
        const date = dates[place]
        return date && date <= until ? [{ date, content: event }] : []
      }),
    }
  })
}

function itemsOf(pick: Picker): OrderCreatable['items'] {
  const form = pick(['amount', 'amount', 'line', 'lines'])
  if (form === 'amount') return pick([99, 149.5, 249, 499, 799.9, 1250, 2490])
  const line = (): Item => ({ ...pick(goods), quantity: pick([1, 1, 2, 3]) })
  if (form === 'line') return line()
  const lines = [line(), line(), line()]
  // Each product only once, because events select a line by its name.
  return lines.filter(({ name }, index) => lines.findIndex((other) => other.name === name) === index)
}
