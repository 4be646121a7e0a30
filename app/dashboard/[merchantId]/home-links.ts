import { addDays } from '@/server/model/calendar'
import type { Days } from '@/server/model/period'

/**
 * Returns links to the rows behind each figure on the home page. The lists show the same sums: they are limited to the
 * same days and currency.
 */
export function linksOf(base: string, { first, last }: Days, currency: string) {
  const to = (path: string, filters: Record<string, string>) =>
    `${base}${path}?${new URLSearchParams({ ...filters, currency, start: first, end: last })}`
  const events = (moved: string) => to('/events', { moved })
  const movements = (kind: string) => to('/subscriptions/movements', { kind })
  const until = (end: string) => `${base}/subscriptions/movements?${new URLSearchParams({ currency, end })}`
  return {
    net: events('net'),
    charged: events('charge'),
    refunded: events('refund'),
    recovered: events('recovered'),
    lost: events('lost'),
    fees: to('/payouts/fees', {}),
    orders: to('/orders', {}),
    unpaid: to('/attempts', { unpaid: 'yes' }),
    opening: until(addDays(first, -1)),
    closing: until(last),
    new: movements('new'),
    expansion: movements('expansion'),
    contraction: movements('contraction'),
    lostRevenue: movements('lost'),
    recoveredRevenue: movements('recovered'),
    churnedRevenue: movements('less'),
    churnedCustomers: movements('churn'),
    atRisk: `${base}/orders?${new URLSearchParams({ status: 'pending', currency })}`,
  }
}
