import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { type RunningDouble, startDouble } from '../test/stripe/start-double'

// The double of Stripe.js, in a page of another origin that allows it as a merchant's page would.

// One worker, so that the double is started once.
test.describe.configure({ mode: 'default' })

let double: RunningDouble
let shop: Server
let address: string

test.beforeAll(async () => {
  double = await startDouble()
  const policy = `default-src 'none'; script-src ${double.url} 'unsafe-inline'; frame-src ${double.url}; style-src-attr 'unsafe-inline'`
  shop = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop')
    response.writeHead(pathname === '/' || pathname === '/back' ? 200 : 404, {
      'Content-Type': 'text/html',
      'Content-Security-Policy': policy,
    })
    response.end(
      `<!doctype html><title>Shop</title><div id="one"></div><div id="two"></div><div id="three"></div>
<script src="${double.url}/v3/"></script>
<script>window.stripe = Stripe('${double.publishableKey}'); window.seen = []</script>`,
    )
  })
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})

test.afterAll(async () => {
  shop.closeAllConnections()
  shop.close()
  await double.stop()
})

interface StripeElement {
  mount(target: string): void
  on(event: string, listener: (payload: { complete: boolean; brand?: string }) => void): void
  clear(): void
}
interface Result {
  error?: { code: string; decline_code?: string }
  paymentMethod?: {
    id: string
    card: { brand: string; last4: string }
    billing_details: { name: string | null }
  }
  setupIntent?: { status: string; payment_method: string }
  paymentIntent?: { status: string }
}
interface Loaded {
  stripe: {
    elements(options?: object): { create(type: string, options?: object): StripeElement }
    createPaymentMethod(data: object): Promise<Result>
    confirmCardSetup(secret: string, data?: object): Promise<Result>
    confirmSetup(options: object): Promise<Result>
    handleNextAction(options: { clientSecret: string }): Promise<Result>
  }
  card: StripeElement
  elements: object
  seen: { complete: boolean; brand?: string }[]
  result: Promise<Result>
}

/** Opens the shop with the combined card field, and types into it. */
async function enter(page: Page, number: string, cvc = '123'): Promise<void> {
  await page.goto(address)
  await page.evaluate(() => {
    const loaded = window as unknown as Loaded
    loaded.card = loaded.stripe.elements().create('card', { hidePostalCode: true })
    loaded.card.on('change', (payload) => loaded.seen.push(payload))
    loaded.card.mount('#one')
  })
  const fields = page.frameLocator('#one iframe')
  await fields.locator('[name=cardnumber]').fill(number)
  await fields.locator('[name=exp-date]').fill('12 / 34')
  await fields.locator('[name=cvc]').fill(cvc)
}

const createMethod = (page: Page) =>
  page.evaluate(() => {
    const { stripe, card } = window as unknown as Loaded
    return stripe.createPaymentMethod({ type: 'card', card, billing_details: { name: 'Ada' } })
  })

test('creates a payment method from what is typed into its frame', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await enter(page, '4242 4242 4242 4242')
  const { paymentMethod } = await createMethod(page)
  expect(paymentMethod).toMatchObject({
    id: expect.stringMatching(/^pm_/),
    card: { brand: 'visa', last4: '4242' },
    billing_details: { name: 'Ada' },
  })
  const seen = await page.evaluate(() => (window as unknown as Loaded).seen)
  expect(seen.at(-1)).toMatchObject({ complete: true, brand: 'visa' })
  expect(seen[0]?.complete).toBe(false)
  expect(JSON.stringify(seen)).not.toContain('4242')
  // The page cannot look into the frame.
  const read = page.evaluate(() => document.querySelector('iframe')?.contentDocument?.body.innerHTML ?? null)
  expect(await read).toBeNull()
  expect(errors).toEqual([])
})

test('says what is wrong with a card before anything is sent', async ({ page }) => {
  await enter(page, '4242 4242 4242 4241')
  expect((await createMethod(page)).error?.code).toBe('invalid_number')
  await enter(page, '4242 4242 4242 4242', '1')
  expect((await createMethod(page)).error?.code).toBe('incomplete_cvc')
  await page.evaluate(() => (window as unknown as Loaded).card.clear())
  await expect.poll(async () => (await createMethod(page)).error?.code).toBe('incomplete_number')
})

test('collects separate fields', async ({ page }) => {
  await page.goto(address)
  await page.evaluate(() => {
    const loaded = window as unknown as Loaded
    const elements = loaded.stripe.elements()
    loaded.card = elements.create('cardNumber')
    loaded.card.mount('#one')
    elements.create('cardExpiry').mount('#two')
    elements.create('cardCvc').mount('#three')
  })
  await page.frameLocator('#one iframe').locator('[name=cardnumber]').fill('5555555555554444')
  await page.frameLocator('#two iframe').locator('[name=exp-date]').fill('1234')
  await page.frameLocator('#three iframe').locator('[name=cvc]').fill('123')
  expect((await createMethod(page)).paymentMethod?.card).toMatchObject({ brand: 'mastercard', last4: '4444' })
})

/** A setup intent made by the merchant's server. */
async function setupSecret(): Promise<string> {
  const response = await fetch(`${double.url}/v1/setup_intents`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${double.secretKey}` },
    body: new URLSearchParams({ 'allowed_payment_method_types[]': 'card' }),
  })
  return ((await response.json()) as { client_secret: string }).client_secret
}

for (const [button, status] of [
  ['approve', 'succeeded'],
  ['refuse', undefined],
] as const)
  test(`stores a card when the cardholder chooses to ${button}`, async ({ page }) => {
    const secret = await setupSecret()
    await enter(page, '4000002500003155')
    await page.evaluate((clientSecret) => {
      const loaded = window as unknown as Loaded
      loaded.result = loaded.stripe.confirmCardSetup(clientSecret, { payment_method: { card: loaded.card } })
    }, secret)
    await page.frameLocator('dialog iframe').locator(`#${button}`).click()
    const result = await page.evaluate(() => (window as unknown as Loaded).result)
    expect(result.setupIntent?.status).toBe(status)
    if (button === 'refuse') expect(result.error?.code).toBe('setup_intent_authentication_failure')
    await expect(page.locator('dialog')).toHaveCount(0)
  })

test('confirms with the payment element', async ({ page }) => {
  const secret = await setupSecret()
  await page.goto(address)
  await page.evaluate((clientSecret) => {
    const loaded = window as unknown as Loaded
    const elements = loaded.stripe.elements({ clientSecret })
    elements.create('payment').mount('#one')
    loaded.elements = elements
  }, secret)
  const fields = page.frameLocator('#one iframe')
  await fields.locator('[name=number]').fill('4242424242424242')
  await fields.locator('[name=expiry]').fill('12/34')
  await fields.locator('[name=cvc]').fill('123')
  const { setupIntent } = await page.evaluate((clientSecret) => {
    const { stripe, elements } = window as unknown as Loaded
    return stripe.confirmSetup({ elements, clientSecret, redirect: 'if_required' })
  }, secret)
  expect(setupIntent).toMatchObject({ status: 'succeeded', payment_method: expect.stringMatching(/^pm_/) })
})

test('handles the next action of a payment that the server confirmed', async ({ page }) => {
  const response = await fetch(`${double.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${double.secretKey}` },
    body: new URLSearchParams({
      amount: '1000',
      currency: 'sek',
      payment_method: 'pm_card_threeDSecure2Required',
      confirm: 'true',
      'allowed_payment_method_types[]': 'card',
      use_stripe_sdk: 'true',
    }),
  })
  const { client_secret } = (await response.json()) as { client_secret: string }
  await page.goto(address)
  await page.evaluate((clientSecret) => {
    const loaded = window as unknown as Loaded
    loaded.result = loaded.stripe.handleNextAction({ clientSecret })
  }, client_secret)
  await page.frameLocator('dialog iframe').locator('#approve').click()
  const { paymentIntent } = await page.evaluate(() => (window as unknown as Loaded).result)
  expect(paymentIntent?.status).toBe('succeeded')
})
