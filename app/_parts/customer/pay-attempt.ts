import type { Press } from '@/server/customer/orders'
import type { PostedForm } from '../form'

/** Returns what a pay button has sent: the id of the press, the amount in minor units, and the card if it was named. */
export function payAttemptIn(form: PostedForm): Press | undefined {
  const [attempt, expected] = [form.get('attempt') ?? '', form.get('expected') ?? '']
  if (!/^[\da-f-]{36}$/.test(attempt) || !/^\d{1,15}$/.test(expected)) return undefined
  return { attempt, expected: BigInt(expected), card: form.get('card') }
}
