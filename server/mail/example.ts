import type { Merchant } from '@/db/schema'
import type { MailData } from '../model/mail'
import { exponentOf } from '../model/money/currencies'

/** Returns sample data for a receipt, to show what receipts look like. */
export function exampleReceipt({ currency }: Pick<Merchant, 'currency'>, now: Date): MailData['receipt'] {
  const minor = (major: number) => String(major * 10 ** exponentOf(currency))
  return {
    order: 'aKdRUwhpmEoXqTfB',
    number: 'A-1001',
    amount: minor(269),
    currency,
    card: { scheme: 'visa', last4: '1111', expires: [12, 30] },
    lines: [
      { name: 'Cup', quantity: 2, vat: 25, total: minor(198) },
      { name: 'Coffee', quantity: 1, vat: 12, total: minor(71) },
    ],
    date: now.toISOString(),
    whole: true,
  }
}
