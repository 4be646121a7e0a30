// @module-tag slow

import { describe, expect, test } from 'vitest'
import type { Merchant } from '@/db/schema'
import { formatFor } from '@/emails/format'
import type { Surroundings } from '@/emails/letter'
import { mailTexts } from '@/emails/texts/texts'
import { valuesOf } from '@/emails/wording'
import { mailExamples } from '@/test/mails'
import { mailRenderer } from '@/test/rendered-mail'
import { addDays } from '../model/calendar'
import { languages } from '../model/language'
import type { CustomerTemplate } from '../model/mail'
import { type OwnWords, placeholdersOf } from '../model/mail-wording'
import { exampleMails } from './example'

const rendered = mailRenderer()
const sweden = { currency: 'SEK', timeZone: 'Europe/Stockholm' }

/** Words that no Swedish or German mail has. */
const english =
  /\b(the|your|you|and|have|been|with|ending|including|payment|every|subscription|regards|March|Hello)\b/i

/** What each mail says in Swedish and in German. */
const translated: Record<CustomerTemplate, { sv: string; de: string }> = {
  'login-link': {
    sv: 'gäller till den 17 mars 2031 kl. 14:03',
    de: 'gültig bis zum 17. März 2031, 14:03 Uhr (MEZ)',
  },
  'email-confirm': { sv: 'Bekräfta e-postadressen', de: 'E-Mail-Adresse bestätigen' },
  'email-changed': { sv: 'Den 14 mars 2031 ändrades', de: 'Am 14. März 2031 wurde' },
  receipt: { sv: 'Varav moms 25 %: 39,60 kr', de: 'Davon 25 % MwSt.: 39,60 SEK' },
  refund: {
    sv: 'Totalt betalt: 269,00 av 269,00 kr',
    de: 'Insgesamt bezahlt: 269,00 von 269,00 SEK',
  },
  'payment-failed': { sv: 'försök måndag 17 mars 2031', de: 'am Montag, 17. März 2031, noch einmal' },
  'payment-approval': { sv: 'Godkänn betalningen', de: 'Zahlung freigeben' },
  'payment-given-up': { sv: 'Det var vårt sista försök', de: 'Das war unser letzter Versuch' },
  'card-expiring': { sv: 'gäller till och med den 31 mars 2031', de: 'ist nur bis zum 31. März 2031 gültig' },
  'subscription-started': {
    sv: 'drar 99,00 kr varje månad den sista dagen',
    de: 'bucht 99,00 SEK jeden Monat am letzten Tag ab',
  },
  'subscription-continues': {
    sv: 'Den tidigare bekräftelsen på att den avslutas gäller inte längre.',
    de: 'Die frühere Bestätigung Ihrer Kündigung gilt nicht mehr.',
  },
  'price-changed': {
    sv: 'Från och med den 31 mars 2031 har din prenumeration hos',
    de: 'Ab dem 31. März 2031 gilt für Ihr Abonnement bei',
  },
  'subscription-ended': {
    sv: 'Du avslutade prenumerationen den 14 mars 2031 kl. 14:03 CET. Den gällde till och med den 14 mars 2031',
    de: 'Ihre Kündigung dieses Abonnements ist am 14. März 2031, 14:03 Uhr (MEZ) eingegangen. Es lief bis einschließlich 14. März 2031',
  },
}
const customerTemplates = Object.keys(translated) as CustomerTemplate[]

test.each(['2030-12-01', '2031-01-20', '2031-02-28'])(
  'sample dates fit the schedule and the card, on %s',
  (day) => {
    const examples = exampleMails(sweden, { now: new Date(`${day}T12:00:00Z`), language: 'en' })
    const due = examples['subscription-started'].due ?? ''
    expect(examples['card-expiring'].lastDay).toBe(due)
    expect(due > day).toBe(true)
    expect(addDays(due, 1)).toMatch(/-01$/)
  },
)

test.each(languages)('every mail to customers is complete, and all in one language: %s', async (language) => {
  const now = new Date('2031-03-14T13:03:00.000Z')
  const examples = exampleMails(sweden, { now, language })
  for (const template of customerTemplates) {
    const data = { ...examples[template], customerName: 'Åsa Öberg' }
    const { subject, html, text, pattern } = await rendered(template, data, {}, { language })
    expect(html, template).toContain(`lang="${language}"`)
    expect(subject.length, subject).toBeLessThanOrEqual(78)
    expect(`${subject} ${text}`, template).not.toMatch(/[{}]|undefined|null|NaN|Invalid/)
    expect(text, template).toContain('Åsa Öberg')
    expect(pattern?.greeting, template).toContain('{name}')
    expect(pattern?.closing, template).toContain('{shop}')
    if (language === 'en') continue
    expect(text.replace(/\s+/g, ' '), template).toContain(translated[template][language])
    expect(`${subject} ${text.replace(/https?:\S+/g, '')}`, template).not.toMatch(english)
  }
})

test('mail to dashboard users is in English, in the name of Kassa', async () => {
  for (const template of ['password-reset', 'invitation', 'security-notice', 'team-notice'] as const) {
    const { text, pattern } = await rendered(template, mailExamples[template], { locale: 'sv-SE' })
    expect(text, template).toMatch(english)
    expect(pattern).toBeUndefined()
  }
})

describe("a merchant's own words", () => {
  const own = (words: OwnWords): Partial<Merchant> => ({ mailWording: { receipt: { sv: words } } })
  const named = { ...mailExamples.receipt, customerName: 'Åsa <b>' }

  test('replace the subject, greeting and closing of one mail in one language, as text', async () => {
    const words = {
      subject: 'Tack {name}: {amount} för {order}\r\nBcc: all@example.com',
      greeting: 'Hej & <i>välkommen</i> {name}',
      closing: 'Hälsningar\n{shop} <script>alert(1)</script>',
    }
    const { subject, html, text } = await rendered('receipt', named, own(words), { language: 'sv' })
    expect(subject).toBe('Tack Åsa <b>: 269,00 kr för A-1001 Bcc: all@example.com')
    expect(html).toContain('Hej &amp; &lt;i&gt;välkommen&lt;/i&gt; Åsa &lt;b&gt;')
    expect(html).toContain('Hälsningar<br/>Åsas Café &amp; Co &lt;script&gt;')
    expect(html).not.toMatch(/<script|<i>|<b>/)
    expect(text).toContain('Hälsningar\nÅsas Café & Co <script>alert(1)</script>')
    const german = await rendered('receipt', named, own(words), { language: 'de' })
    expect(german.subject).toBe('Quittung von Åsas Café & Co: 269,00 SEK')
    expect(german.text).toContain('Guten Tag Åsa <b>!')
  })

  test('give way to those of Kassa where a value is missing, and may be empty', async () => {
    const words = { subject: '{name}, här är ditt kvitto', greeting: '', closing: 'Vi hörs' }
    const nameless = await rendered('receipt', mailExamples.receipt, own(words), { language: 'sv' })
    expect(nameless.subject).toBe('Kvitto från Åsas Café & Co: 269,00 kr')
    expect(nameless.text).not.toContain('Hej')
    expect(nameless.text).toContain('Vi hörs')
    expect(nameless.pattern).toEqual({
      subject: 'Kvitto från {shop}: {amount}',
      greeting: 'Hej!',
      closing: 'Vänliga hälsningar\n{shop}',
    })
  })

  test('have the placeholders that their mail has values for', () => {
    const examples = exampleMails(sweden, { now: new Date(), language: 'en' })
    const surroundings = { shop: 'Shop', texts: mailTexts.en, format: formatFor('en', 'en-SE', 'UTC') }
    for (const template of customerTemplates) {
      const values = valuesOf(template, examples[template], surroundings as Surroundings, 'Jane')
      expect(Object.keys(values).sort(), template).toEqual([...placeholdersOf[template]].sort())
    }
  })
})

test.each([
  [
    'en',
    'Your payments to Åsas Café & Co change on 31 March 2031',
    ['From 31 March 2031, your subscription at Åsas Café & Co is charged every week on Monday.'],
    'Price from 30 April 2031',
  ],
  [
    'sv',
    'Dina betalningar till Åsas Café & Co ändras den 31 mars 2031',
    ['dras betalningen för din prenumeration', 'Nuvarande betalning'],
    'Pris från och med den 30 april 2031',
  ],
  [
    'de',
    'Ihre Zahlungen an Åsas Café & Co ändern sich am 31. März 2031',
    ['werden die Zahlungen für Ihr Abonnement bei Åsas Café & Co', 'Bisherige Abbuchung'],
    'Preis ab dem 30. April 2031',
  ],
] as const)(
  'a new schedule, and a price that follows later, are named: %s',
  async (language, subject, texts, later) => {
    const price = mailExamples['price-changed']
    const { amount, currency, schedule, start } = price
    const weekly = {
      ...price,
      schedule: { frequency: 'weekly', offset: 1 },
      before: { amount, currency, schedule, start },
    } as const
    const rescheduled = await rendered('price-changed', weekly, {}, { language })
    expect(rescheduled.subject).toBe(subject)
    for (const text of texts) expect(rescheduled.text).toContain(text)
    const then = { ...price, later: { amount: '12900', currency, from: '2031-04-30' } }
    const { text } = await rendered('price-changed', then, {}, { language })
    expect(text).toContain(later)
    expect(text).toContain('129,00')
  },
)

test('a name that is written from right to left turns around neither the subject nor the lines', async () => {
  const data = { ...mailExamples.receipt, customerName: 'נועה' }
  const [line] = data.lines
  if (!line) throw new Error('The example has no lines')
  const lines = [{ ...line, name: 'קפה', quantity: 2 }]
  const branding = { name: 'קפה נועה' }
  const { subject, text, pattern } = await rendered('receipt', { ...data, lines }, { branding })
  expect(subject).toMatch(/^Receipt from \u2068קפה נועה\u2069: \d/)
  expect(text).toContain('Hello \u2068נועה\u2069,')
  expect(text).toContain('2 × \u2068קפה\u2069: ')
  expect(pattern).toMatchObject({ subject: 'Receipt from {shop}: {amount}', greeting: 'Hello {name},' })
})
