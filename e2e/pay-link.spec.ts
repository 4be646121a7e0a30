import { eq } from 'drizzle-orm'
import { account } from '@/db/schema'
import { withKassa } from './database'
import { linkMailedTo } from './people'
import { phone } from './screens'
import { newAccountShop } from './shop'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test'

/** The buttons and texts of each language; the card that pays, and the amount in the merchant's region. */
const languages = [
  {
    // The merchant set it for the account, so it wins over the browser's.
    language: 'sv',
    locale: 'en-GB',
    labels: ['Kortnummer', 'Giltigt till (MM/ÅÅ)', 'Säkerhetskod'],
    pay: 'Betala 228,30 kr',
    paid: 'Betalt 228,30 kr',
    // The bank verifies it.
    pan: '4000002760003184',
  },
  {
    language: 'de',
    locale: 'de-DE',
    labels: ['Kartennummer', 'Gültig bis (MM/JJ)', 'Sicherheitscode'],
    pay: '228,30 SEK zahlen',
    paid: '228,30 SEK bezahlt',
    pan: '5555555555554444',
  },
] as const

test('a failed payment is paid in two steps from the mail, without logging in, in the customer’s language', async ({
  browser,
  baseURL,
}) => {
  const shop = await newAccountShop()
  const customers = await Promise.all(languages.map(() => shop.customer({ pans: ['4000000000000341'] })))
  for (const { id } of customers) await shop.subscribe(id, { schedule: 'monthly' })
  await withKassa((db) =>
    db
      .update(account)
      .set({ language: 'sv' })
      .where(eq(account.id, customers[0]?.id ?? '')),
  )
  await shop.advance(1)
  for (const [place, { language, locale, labels, pay, paid, pan }] of languages.entries()) {
    const { id = '', email = '' } = customers[place] ?? {}
    const link = await linkMailedTo(email, '/pay')
    const context = await browser.newContext({
      ...{ locale, viewport: phone, ...(baseURL && { baseURL }) },
    })
    const page = await context.newPage()
    // The first step: opening the link, which changes nothing.
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pay)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('main')).toContainText('Coffee of the month, Mug')
    await expect(page.getByText(email)).toHaveCount(0)
    await expect(page.getByText('Åsa')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    if (place === 0) await expectAccessible(page)
    // The second step: paying.
    const [number, expires, csc] = labels
    await page.getByLabel(number).fill(pan)
    await page.getByLabel(expires).fill('1240')
    await page.getByLabel(csc).fill('987')
    await page.getByRole('button', { name: pay, exact: true }).click()
    if (pan === '4000002760003184') {
      const bank = page.frameLocator('iframe')
      await expect(bank.locator('html')).toHaveAttribute('lang', language)
      await expect(bank.getByRole('heading', { level: 1 })).toHaveText(/kort|betalning/i)
      await bank.locator('button[value=approve]').click()
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(paid)
    await expect(page.getByRole('status')).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`${link}(?:\\?note=paid)?$`))
    const [order] = await shop.call('GET', `/account/${id}/order`)
    expect(order.status).toEqual({ charged: 228.3 })
    // The link opens nothing else.
    expect((await context.cookies()).filter(({ name }) => name.includes('kassa_account'))).toEqual([])
    await context.close()
  }
})
