// @module-tag slow

import { describe, expect, test } from 'vitest'
import { mailExamples } from '@/test/mails'
import { mailBaseUrl, mailRenderer, renderedBranding, renderedSecret } from '@/test/rendered-mail'
import { languages } from '../model/language'
import { type MailData, type MailTemplate, toPeople } from '../model/mail'

const rendered = mailRenderer()
const [baseUrl, secret, branding] = [mailBaseUrl, renderedSecret, renderedBranding]
const loginPage = `${baseUrl}/login?merchant=abcdefgh`

/** What each mail says, in its HTML and its text. */
const says: Record<MailTemplate, string[]> = {
  'login-link': [secret, '17 March 2031 at 14:03 CET', 'works once'],
  'email-confirm': [secret, '17 March 2031 at 14:03 CET', 'Nothing will change'],
  'email-changed': ['14 March 2031', 'to another, confirmed address', 'contact Åsas Café & Co immediately'],
  receipt: [
    '269,00 kr',
    '2 × Cup',
    '198,00 kr',
    '0,5 kg Coffee',
    '7,61 kr',
    '14 March 2031',
    'A-1001',
    'Visa ending in 1111',
  ],
  refund: [
    '99,00 kr',
    'Cup',
    'Including 25% VAT',
    '19,80 kr',
    'part of your order',
    '269,00 of 269,00 kr',
    '99,00 of 269,00 kr',
    '14 March 2031',
    'Visa ending in 1111',
  ],
  'payment-failed': [
    '269,00 kr',
    'not enough money',
    'Monday, 17 March 2031',
    'another card',
    secret,
    '28 March 2031',
  ],
  'payment-approval': [secret, '269,00 kr', 'until 28 March 2031', 'Monday, 17 March 2031'],
  'payment-given-up': [
    '269,00 kr',
    'not enough money',
    'subscriptions at Åsas Café & Co stay paused',
    '7 March 2031',
    secret,
  ],
  'card-expiring': ['Mastercard ending in 4444', '31 March 2031', '30 April 2031', loginPage],
  'subscription-started': [
    '99,00 kr',
    'every month on the last day',
    'Monday, 31 March 2031',
    'S-2001',
    loginPage,
  ],
  'subscription-ended': [
    '99,00 kr',
    'You ended this subscription on 14 March 2031 at 14:03 CET.',
    'It ran until the end of 14 March 2031.',
    'S-2001',
  ],
  'subscription-continues': [
    'You chose to continue this subscription. The earlier confirmation that it ends no longer applies.',
    'will charge 99,00 kr every month on the last day',
    'Next payment',
    'Monday, 31 March 2031',
    'S-2001',
    loginPage,
  ],
  'price-changed': [
    '99,00 kr',
    '89,00 kr',
    'From 31 March 2031',
    'Monday, 31 March 2031',
    'S-2001',
    'you can end',
    loginPage,
  ],
  'password-reset': [secret, '14 March 2031 at 15:03 CET', 'works once'],
  invitation: [secret, 'owner@example.com', 'Åsas Café & Co', 'support', '21 March 2031 at 14:03 CET'],
  'security-notice': ['14 March 2031 at 14:03 CET', 'If this was not you', `${baseUrl}/signin`],
  'team-digest': [
    'Åsas Café & Co',
    '12 subscription payments failed',
    'shop.example',
    'Last result: Response 500. Kassa retries each callback',
    'And 3 more.',
    '/dashboard/abcdefgh/orders',
    '/dashboard/abcdefgh/events/callbacks',
    '/dashboard/abcdefgh',
  ],
  'team-notice': ['269,00 kr', 'A-1001', 'fraud', '21 March 2031 at 14:03 CET', 'Åsas Café & Co', '/orders/'],
}

describe.each(Object.keys(says) as MailTemplate[])('%s', (template) => {
  test('has its subject in HTML and text, in the merchant’s name', async () => {
    const { subject, html, text, replyTo } = await rendered(template)
    const escaped = (part: string) => part.replaceAll('&', '&amp;')
    for (const part of says[template]) {
      expect(html).toContain(escaped(part))
      expect(text).toContain(part)
    }
    if (toPeople.has(template)) {
      expect(replyTo).toBeUndefined()
      expect(html).not.toContain(branding.supportEmail)
      return
    }
    expect(`${subject} ${text}`).toContain(branding.name)
    expect(html).toContain(escaped(branding.name))
    expect(html).toContain('mailto:help@cafe.example')
    expect(text).toContain('help@cafe.example')
    expect(replyTo).toBe('help@cafe.example')
  })

  test('contains no undefined values, scripts or foreign addresses', async () => {
    const { subject, html, text } = await rendered(template, mailExamples[template], { branding: {} })
    expect(`${subject}${html}${text}`).not.toMatch(/undefined|null|NaN|\[object|Invalid Date/)
    expect(html).not.toMatch(/<script|@import|url\(|<link/i)
    expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)).toSatisfy(
      (addresses: string[]) => addresses.every((address) => address.startsWith(baseUrl)),
    )
  })

  test('uses American formats for an American merchant', async () => {
    const { subject, text } = await rendered(template, mailExamples[template], {
      locale: 'en-US',
      timeZone: 'America/New_York',
    })
    expect(`${subject} ${text}`).not.toMatch(/\d kr|\d,\d\d\b|\d (March|April)/)
    expect(text).toMatch(/SEK [\d,]+\.\d\d|(March|April) \d+, 2031/)
  })
})

test.each([
  ['JPY', '1234', '1 234 JP¥'],
  ['KWD', '1234567', '1 234,567 KWD'],
])('an amount in %s has its own decimals', async (currency, amount, written) => {
  const { subject, text } = await rendered('refund', { ...mailExamples.refund, currency, amount })
  expect(subject).toContain(written)
  expect(text).toContain(written)
})

test('a notice that the address was removed does not say that another one is confirmed, in every language', async () => {
  const says = { en: 'was removed from your account', sv: 'togs den här', de: 'aus Ihrem Konto' }
  for (const language of languages) {
    const { text } = await rendered(
      'email-changed',
      { ...mailExamples['email-changed'], removed: true },
      {},
      { language },
    )
    expect(text).toContain(says[language])
    expect(text).not.toMatch(/confirmed|bekräftad|bestätigte/)
  }
})

test('a login link that asks for a card says so, in every language', async () => {
  const asking = { ...mailExamples['login-link'], asks: 'card' as const }
  const { subject, text } = await rendered('login-link', asking)
  expect(subject).toBe(`Add a new card at ${branding.name}`)
  expect(text).toContain('failed. Log in to add another card')
  expect(text).toContain(secret)
})

test.each([
  ['payment-failed', 'Payment attempt 2 of 5 failed – next attempt on Monday 17 March'],
  ['payment-approval', 'Payment attempt 2 of 5 needs your approval – next attempt on Monday 17 March'],
  ['payment-given-up', 'Payment attempt 5 of 5 failed – we will not try again'],
] as const)(
  'the subject of %s says which attempt failed and when the next one is',
  async (template, said) => {
    expect((await rendered(template)).subject.replace(',', '')).toBe(said)
  },
)

test('a mail shown again links to the account, and one without a count of attempts has a subject', async () => {
  const { attempt: _, attempts: _attempts, expires: _expires, ...old } = mailExamples['payment-failed']
  const { subject, text } = await rendered('payment-failed', old, {}, { sealed: null })
  expect(subject).toBe('Your payment of 269,00 kr to Åsas Café & Co failed')
  expect(text).toContain(loginPage)
})

test.each(languages)(
  'a payment given up mentions subscriptions only if some are paused: %s',
  async (language) => {
    const { paused: _, ...old } = mailExamples['payment-given-up']
    const given = (data: MailData['payment-given-up']) =>
      rendered('payment-given-up', data, {}, { language }).then(({ html, text }) => `${html} ${text}`)
    const subscriptions = /subscriptions|prenumerationer|Abonnements/
    expect(await given({ ...old, paused: true })).toMatch(subscriptions)
    expect(await given({ ...old, paused: false })).not.toMatch(subscriptions)
    expect(await given(old)).toMatch(subscriptions)
  },
)

test('a subscription with a future start names the day, and its end', async () => {
  const { subject, text } = await rendered('subscription-started', {
    ...mailExamples['subscription-started'],
    start: '2031-03-15',
    end: '2032-03-31',
  })
  expect(subject).toContain('starts on 15 March 2031')
  expect(text).not.toContain('has started')
  expect(text).toContain('Wednesday, 31 March 2032')
})

test('an ended subscription mentions amounts due only if some are unpaid', async () => {
  const paid = mailExamples['subscription-ended']
  const sentence = 'Amounts that were billed earlier and are still unpaid remain due.'
  expect((await rendered('subscription-ended', paid)).text).not.toContain(sentence)
  expect((await rendered('subscription-ended', { ...paid, unpaid: true })).text).toContain(sentence)
  const retried = await rendered('subscription-ended', { ...paid, unpaid: true, retried: true })
  expect(retried.text.replaceAll(/\s+/g, ' ')).toContain(
    `${sentence} We will try to charge your card for them again.`,
  )
})

test('the mail about an end from before its time was stored says who ended the subscription', async () => {
  const { asked: _, ...old } = mailExamples['subscription-ended']
  expect((await rendered('subscription-ended', old)).text).toContain(
    'You ended this subscription. It ran until',
  )
})

test('a subscription with a future end names the day', async () => {
  const { subject, text } = await rendered('subscription-ended', {
    ...mailExamples['subscription-ended'],
    end: '2031-03-31',
  })
  expect(subject).toContain('ends on 31 March 2031')
  expect(text).toContain('No further periods will be billed.')
})

test.each([
  ['2031-03-14', 'is about to expire', 'expires after 14 March 2031'],
  ['2031-03-13', 'has expired', 'has expired'],
])('a card whose last day is %s %s on the 14th', async (lastDay, inSubject, inTitle) => {
  const { due: _, ...data } = mailExamples['card-expiring']
  const { subject, text } = await rendered('card-expiring', { ...data, lastDay })
  expect(subject).toContain(inSubject)
  expect(text).toContain(inTitle)
})

test('the login link of a sent mail is replaced by the page to request another', async () => {
  const { html, text } = await rendered('login-link', mailExamples['login-link'], {}, { sealed: null })
  expect(html).not.toContain('abc.def')
  expect(text).toContain(loginPage)
})

test('user input stays text on one line', async () => {
  const name = 'A<b onload="x">\r\nBcc: all@example.com'
  const item = { name: '<img src=x onerror=alert(1)>', quantity: 1, vat: 0, total: '26900' }
  const { subject, html } = await rendered(
    'receipt',
    { ...mailExamples.receipt, lines: [item] },
    { branding: { name } },
  )
  expect(subject).toBe('Receipt from A<b onload="x"> Bcc: all@example.com: 269,00 kr')
  expect(html).not.toMatch(/<img|<b /)
})

test.each([['javascript:alert(1)'], ['data:image/svg+xml,x'], ['logo.png']])(
  '%s is not accepted as a logo',
  async (logo) => {
    const { html } = await rendered('refund', mailExamples.refund, { branding: { ...branding, logo } })
    expect(html).not.toContain('<img')
  },
)

test('a logo replaces the name, with the name as its alternative text', async () => {
  const logo = 'https://cafe.example/logo.png'
  const { html } = await rendered('refund', mailExamples.refund, { branding: { ...branding, logo } })
  expect(html).toMatch(/<img[^>]*alt="Åsas Café &amp; Co"[^>]*src="https:\/\/cafe.example\/logo.png"/)
})

test('a line break in the number of an order does not keep a notice from the team', async () => {
  const notice = { ...mailExamples['team-notice'], number: 'A\r\nBcc: all@example.com\u2028B' }
  const { subject } = await rendered('team-notice', notice as MailData['team-notice'])
  expect(subject).toContain('order A Bcc: all@example.com B')
  const invitation = { ...mailExamples.invitation, merchant: 'Åsas\nCafé' }
  expect((await rendered('invitation', invitation)).subject).toContain('Åsas Café')
})
