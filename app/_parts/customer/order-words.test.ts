import { expect, test } from 'vitest'
import { type OrderSituation, orderFacts } from '@/server/model/order/facts'
import { noShares, type Shares } from '@/server/model/order/rules'
import { factInWords, orderTitle } from './order-words'
import { wordsFor } from './words'

const sweden = { locale: 'en-SE', timeZone: 'Europe/Stockholm' }
const languages = (['en', 'sv', 'de'] as const).map((language) => wordsFor(language, sweden))

const order = { ...noShares(), serviceReference: 'a', authorisedUntil: null, retryOn: null }

/** The facts in each language about an order with these shares in kronor. */
function factTexts(shares: Partial<Record<keyof Shares, number>>, more: object = {}, situation: object = {}) {
  const moved = Object.entries(shares).map(([state, amount]) => [state, BigInt(amount) * 100n])
  const given: OrderSituation = {
    order: { ...order, ...Object.fromEntries(moved), ...more },
    underWay: [],
    disputed: 0n,
    returned: 0n,
    ...situation,
  }
  return languages.map((words) =>
    orderFacts(given)
      .map((fact) => factInWords(words, fact, 'SEK'))
      .join(' · ')
      .replace(/[\u00a0\u202f]/g, ' '),
  )
}

const unpaid = { serviceReference: null }
const underWay = (kind: string, amount: bigint, needsApproval = false) => ({
  underWay: [{ kind, amount, needsApproval }],
})

// The second column: [English, Swedish, German].
const cases: [string, string[], string[]][] = [
  [
    'returned by the bank',
    factTexts({ charged: 237 }, {}, { returned: 23_700n }),
    [
      'Returned by your bank: 237,00 kr',
      'Återbetalt av din bank: 237,00 kr',
      'Von Ihrer Bank erstattet: 237,00 SEK',
    ],
  ],
  ['paid', factTexts({ charged: 237 }), ['Paid 237,00 kr', 'Betalt 237,00 kr', '237,00 SEK bezahlt']],
  [
    'refunded in part',
    factTexts({ charged: 125, refunded: 112 }),
    [
      'Paid 125,00 of 237,00 kr · 112,00 kr refunded',
      'Betalt 125,00 av 237,00 kr · 112,00 kr återbetalt',
      '125,00 von 237,00 SEK bezahlt · 112,00 SEK erstattet',
    ],
  ],
  [
    'half charged, half cancelled',
    factTexts({ charged: 60, cancelled: 60 }),
    [
      'Paid 60,00 of 120,00 kr · 60,00 kr cancelled',
      'Betalt 60,00 av 120,00 kr · 60,00 kr annullerat',
      '60,00 von 120,00 SEK bezahlt · 60,00 SEK storniert',
    ],
  ],
  [
    'half charged, half reserved',
    // 28 November has begun in Stockholm.
    factTexts({ charged: 60, ordered: 60 }, { authorisedUntil: new Date('2026-11-27T23:30:00Z') }),
    [
      'Paid 60,00 of 120,00 kr · Reserved until 28 November 2026: 60,00 kr',
      'Betalt 60,00 av 120,00 kr · Reserverat till den 28 november 2026: 60,00 kr',
      '60,00 von 120,00 SEK bezahlt · Reserviert bis 28. November 2026: 60,00 SEK',
    ],
  ],
  [
    'reserved',
    factTexts({ ordered: 60 }),
    ['Reserved: 60,00 kr', 'Reserverat: 60,00 kr', 'Reserviert: 60,00 SEK'],
  ],
  [
    'cancelled',
    factTexts({ cancelled: 60 }),
    ['Cancelled: 60,00 kr', 'Annullerat: 60,00 kr', 'Storniert: 60,00 SEK'],
  ],
  [
    'charged in part, all of it refunded',
    factTexts({ refunded: 60, cancelled: 60 }),
    [
      '60,00 kr refunded · 60,00 kr cancelled',
      '60,00 kr återbetalt · 60,00 kr annullerat',
      '60,00 SEK erstattet · 60,00 SEK storniert',
    ],
  ],
  [
    'a refund is on its way',
    factTexts({ charged: 237 }, {}, underWay('refund', 11200n)),
    [
      'Paid 125,00 of 237,00 kr · Refund of 112,00 kr is on its way',
      'Betalt 125,00 av 237,00 kr · Återbetalningen på 112,00 kr är på väg',
      '125,00 von 237,00 SEK bezahlt · Erstattung von 112,00 SEK ist unterwegs',
    ],
  ],
  [
    'retried',
    factTexts({ pending: 60 }, { ...unpaid, retryOn: '2026-11-29' }),
    [
      'Payment of 60,00 kr failed. Next attempt on 29 November 2026',
      'Betalningen på 60,00 kr misslyckades. Nästa försök den 29 november 2026',
      'Zahlung von 60,00 SEK fehlgeschlagen. Nächster Versuch am 29. November 2026',
    ],
  ],
  ['given up', factTexts({ denied: 60 }, unpaid), ['60,00 kr unpaid', '60,00 kr obetalt', '60,00 SEK offen']],
  [
    'waiting for approval',
    factTexts({ pending: 60 }, unpaid, underWay('pay', 6000n, true)),
    [
      'Waiting for your approval: 60,00 kr',
      'Väntar på ditt godkännande: 60,00 kr',
      'Wartet auf Ihre Freigabe: 60,00 SEK',
    ],
  ],
  [
    'disputed',
    factTexts({ charged: 60 }, {}, { disputed: 6000n }),
    [
      'Paid 60,00 kr · Disputed with your bank: 60,00 kr',
      'Betalt 60,00 kr · Reklamerat hos din bank: 60,00 kr',
      '60,00 SEK bezahlt · Bei Ihrer Bank reklamiert: 60,00 SEK',
    ],
  ],
]

test.each(cases)('an order that is %s says so in each language', (_, texts, expected) => {
  expect(texts).toEqual(expected)
})

test('a currency in front of the amount stays with both amounts', () => {
  const american = wordsFor('en', { locale: 'en-US', timeZone: 'UTC' })
  expect(factInWords(american, { kind: 'paid', amount: 12500n, total: 23700n }, 'USD')).toBe(
    'Paid $125.00 of $237.00',
  )
})

test('a payment without lines and number is named after its subscription', () => {
  const title = (order: object, subscriptions?: Parameters<typeof orderTitle>[2]) =>
    languages.map((words) =>
      orderTitle(words, { lines: null, number: null, subscriptionId: 'a', ...order }, subscriptions),
    )
  const subscriptions = [{ id: 'a', items: 100, number: 'S-1' }]
  expect(title({}, subscriptions)).toEqual(['Subscription S-1', 'Prenumeration S-1', 'Abonnement S-1'])
  expect(title({ number: 'T-1' }, subscriptions)).toEqual(['Order T-1', 'Order T-1', 'Bestellung T-1'])
  expect(title({})).toEqual(['Payment', 'Betalning', 'Zahlung'])
})
