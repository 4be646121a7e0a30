import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { type Branding, merchant } from '@/db/schema'
import { systemClock } from '@/server/core/clock'
import { createMerchant } from '@/server/merchant/create-merchant'
import { withKassa } from './database'
import { address } from './place'

/** Creates a merchant with customers for one test, which can move its clock without ending the sessions of other tests. */
export async function newAccountShop(branding: Branding = {}) {
  return withKassa(async (db) => {
    const email = `owner-${crypto.randomUUID()}@example.com`
    const place = { country: 'SE', timeZone: 'Europe/Stockholm', currency: 'SEK', type: 'test' as const }
    const made = await createMerchant(
      { db, clock: systemClock },
      { name: 'Kaffe & Co', email, password: 'correct horse battery', ...place },
    )
    await db.update(merchant).set({ branding }).where(eq(merchant.id, made.merchant))
    return { ...shopWith(made.privateKey), merchant: made.merchant, owner: email }
  })
}

export type Shop = ReturnType<typeof shopWith>

function shopWith(privateKey: string) {
  async function call(method: string, path: string, body?: unknown) {
    const response = await fetch(`${address}/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${privateKey}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const result = await response.json()
    expect(response.status, JSON.stringify(result)).toBeLessThan(300)
    return result
  }
  const card = async (pan: string, expires = [12, 40]) => ({
    type: 'token',
    card: (await call('POST', '/card', { pan, expires, csc: '987' })).token,
  })
  return {
    call,
    /** Creates an account with these cards. Returns its id and e-mail address. */
    async customer({ pans = ['4111111111111111'], name = 'Åsa Öberg', expires = [12, 40] } = {}) {
      const email = `asa-${crypto.randomUUID()}@example.com`
      const address = { street: 'Storgatan 1', zipCode: '111 22', city: 'Malmö', countryCode: 'SE' }
      const customer = { type: 'person', name, email, phone: '+46 40 123456', address }
      const method = await Promise.all(pans.map((pan) => card(pan, expires)))
      return { email, id: (await call('POST', '/account', { customer, method })).id as string }
    },
    subscribe: (id: string, more: Record<string, unknown> = {}) =>
      call('POST', `/account/${id}/subscription`, {
        items: [
          { name: 'Coffee of the month', price: 159.2, vat: 12 },
          { name: 'Mug', price: 20, vat: 25, quantity: 2 },
        ],
        currency: 'SEK',
        schedule: { frequency: 'monthly', offset: -1 },
        ...more,
      }),
    /** Moves the clock, and does everything that falls due on the way. */
    advance: (days: number) => call('POST', '/clock', { advance: { days } }),
    /** Returns a new login link for an account. */
    link: async (id: string) => (await call('POST', `/account/${id}/link`)).url as string,
  }
}

/** Logs a customer in with a new login link, as the button on the link's page does. */
export async function logIn(page: Page, shop: Shop, id: string): Promise<void> {
  const { key } = await shop.call('POST', `/account/${id}/link`)
  const response = await page.request.post('/login/continue', { form: { key }, maxRedirects: 0 })
  expect(response.headers().location).toBe('/account')
}

/** Logs a customer in, and opens a page of the account. */
export async function enter(
  page: Page,
  shop: Shop,
  id: string,
  path = '/account',
  options: Parameters<Page['goto']>[1] = {},
): Promise<void> {
  await logIn(page, shop, id)
  await page.goto(path, options)
  await expect(page).toHaveURL(path)
}
