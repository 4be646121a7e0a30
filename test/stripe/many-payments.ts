import { newReference } from '@/server/core/id'
import type { RunningDouble } from './start-double'

/** Stripe's times are whole seconds. */
export const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** More payments than a look-up can list in the time of one call. */
export const many = 2100

/** Adds payments of a busy account to a double's list, the newest at a time, one for each second before. */
export function plantPayments(double: RunningDouble, until: Date, count = many): void {
  const { state } = double
  double.operate('pay', { amount: 1000 })
  const [planted] = state.paymentIntents.newest()
  if (!planted) throw new Error('No payment was planted')
  state.paymentIntents.delete(planted.id)
  for (let age = count - 1; age >= 0; age--) {
    const created = seconds(until) - age
    const metadata = { operation: newReference() }
    state.paymentIntents.add({ ...planted, id: state.id('pi_'), created, metadata })
  }
}

/** How many pages of a list were read. */
export const pagesRead = ({ requests }: RunningDouble, list = '/v1/payment_intents'): number =>
  requests.filter(({ method, path, lost }) => method === 'GET' && path === list && !lost).length
