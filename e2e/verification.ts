import { expect, type Page } from '@playwright/test'
import { call, cardToken } from './demo'

/** The response to a request whose cardholder must be verified. */
export interface Challenge {
  url: string
  data: { pareq: string }
}

/** Requests an order on a card that needs a verification, and returns the details of the response. */
export async function startOrder() {
  const card = await cardToken('4000002760003184')
  const order = { items: 100, currency: 'SEK', payment: { type: 'card', card } }
  const { status, body } = await call('POST', '/order', order)
  expect(status).toBe(400)
  const { description, details } = body.content
  expect(description).toBe('verification required')
  const challenge: Challenge = details
  return {
    ...challenge,
    /** Sends the same request again; `extra` is added to its query, as a careless shop might do. */
    repeat: (extra: Record<string, string> = {}) =>
      call('POST', `/order?${new URLSearchParams(extra)}`, order),
  }
}

/** Makes the browser post a form to the bank, as a shop's page does. */
export async function openBank(
  page: Page,
  { url }: Pick<Challenge, 'url'>,
  fields: Record<string, string>,
): Promise<void> {
  const inputs = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join('')
  await page.route('http://shop.test/checkout', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<link rel="icon" href="data:,"><form method="post" action="${url}">${inputs}<button>Pay</button></form>`,
    }),
  )
  await page.route('http://shop.test/paid', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,"><p>Thank you</p>' }),
  )
  await page.goto('http://shop.test/checkout')
  await page.getByRole('button', { name: 'Pay' }).click()
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
