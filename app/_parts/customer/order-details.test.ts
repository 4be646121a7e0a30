import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { newLine } from '@/server/model/order/lines'
import type { OrderRecord } from '@/server/store/orders'
import { OrderDetails } from './order-details'
import { wordsFor } from './words'

test.each([
  ['en', 'de-DE', 'SEK 1.159,20', 'SEK 1.298,30'],
  ['en', 'sv-SE', '1 159,20 kr', '1 298,30 kr'],
  ['de', 'de-DE', '1.159,20 SEK', '1.298,30 SEK'],
] as const)(
  'in %s for a shop with %s, a price has the format of its amount',
  (language, locale, price, amount) => {
    const line = newLine({ name: 'Coffee', price: 1159.2, vat: 12 }, 'SEK')
    const order = {
      ...{ id: 'a', number: null, due: null, created: new Date(), expiryMonth: null, expiryYear: null },
      ...{ scheme: null, iin: null, last4: null, card: null, client: null },
      ...{ currency: 'SEK', amount: BigInt(line.total), lines: [line] },
    } as unknown as OrderRecord
    const words = wordsFor(language, { locale, timeZone: 'Europe/Stockholm' })
    const html = renderToStaticMarkup(createElement(OrderDetails, { order, subscription: undefined, words }))
    const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, text = '']) =>
      text.replaceAll(/\s/g, ' '),
    )
    expect([cells[1], cells[3]]).toEqual([price, amount])
  },
)
