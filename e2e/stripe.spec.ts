import type { Page } from '@playwright/test'
import { postAuth } from './people'
import { phone } from './screens'
import { type StripeKassa, startStripeKassa, stripePlace } from './stripe-kassa'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test'

const { address, double } = stripePlace

// One story from a new installation on: the tests run one after the other.
test.describe.configure({ mode: 'serial' })
test.use({
  baseURL: address,
  otherOrigins: [address, double],
  // An order that waits for the bank gets 400, and so do keys that are refused.
  expectedErrors: [/status of 400.*\/(v1\/order|cardService\.connect)/],
})

let kassa: StripeKassa
let account: string

test.beforeAll(async () => {
  test.setTimeout(180_000)
  kassa = await startStripeKassa()
  const customer = { type: 'person', name: 'Åsa Öberg', email: 'asa@example.com' }
  account = (await kassa.call('POST', '/account', { customer, method: [] })).id ?? ''
})

test.afterAll(() => kassa.stop())

const dialog = (page: Page) => page.getByRole('dialog')

/** Opens a page of the dashboard as the owner of the demo merchant. */
async function open(page: Page, path: string): Promise<void> {
  const { merchant, email, password } = kassa.demo
  expect(await postAuth(page.request, 'callback/credentials', { email, password })).toBe(200)
  await page.goto(`/dashboard/${merchant}${path}`)
}

/** Types a card into Stripe's fields, which are in a frame below `place`. */
async function type(place: Pick<Page, 'frameLocator'>, number: string): Promise<void> {
  const fields = place.frameLocator('iframe[title="Secure card payment input frame"]')
  await fields.locator('[name=cardnumber]').fill(number)
  await fields.locator('[name=exp-date]').fill('12 / 34')
  await fields.locator('[name=cvc]').fill('123')
}

const accepted = '4242424242424242'
const verified = '4000002760003184'
/** Needs 3-D Secure until it is stored. */
const verifiedOnce = '4000002500003155'

test('an account is connected and chosen', async ({ page }) => {
  await open(page, '/settings/card-service')
  await expect(page.getByText('Payment intents: write')).toBeVisible()
  await page.getByLabel('Restricted key').fill(kassa.double.publishableKey)
  await page.getByLabel('Publishable key').fill(kassa.double.publishableKey)
  await page.getByRole('button', { name: 'Check and connect' }).click()
  await expect(page.getByText('This is not a secret key.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Restricted key').fill(kassa.double.restrictedKey)
  await page.getByRole('button', { name: 'Check and connect' }).click()
  await expect(page.getByText('Known after the first payment')).toBeVisible()
  await expect(page.getByText(kassa.double.restrictedKey.slice(-4), { exact: false })).toBeVisible()
  expect(await page.content()).not.toContain(kassa.double.restrictedKey)
  await page.getByRole('button', { name: 'Use Stripe for new orders' }).click()
  await expect(dialog(page)).toContainText('accounts have cards stored with the simulated acquirer')
  await dialog(page).getByRole('button', { name: 'Use Stripe for new orders' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'New orders use your account' })).toContainText(
    'Done',
  )
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await open(page, '/developers/snippets')
  await expect(page.getByRole('main')).toContainText('<kassa-card public-key="pk_')
  await expect(page.getByRole('main')).not.toContainText('"pan"')
})

test('two bags are bought with 3-D Secure, one is charged and refunded', async ({ page }) => {
  await page.goto('/demo/checkout')
  await page.getByRole('button', { name: 'One more' }).click()
  const form = page.frameLocator('kassa-card iframe.form')
  const pay = page.getByRole('button', { name: /^Pay/ })
  await type(form, '4242424242424241')
  await pay.click()
  await expect(form.getByRole('main').getByRole('alert')).toHaveText('Check your card details.')
  await expectAccessible(page)
  await type(form, verified)
  await pay.click()
  await page.frameLocator('kassa-card dialog iframe').getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty()
  await type(form, verified)
  await pay.click()
  await page.frameLocator('kassa-card dialog iframe').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you. Your coffee is ordered' })).toBeFocused()
  const order = (await page.getByRole('link', { name: 'See the order' }).getAttribute('href'))
    ?.split('/')
    .pop()

  await open(page, `/orders/${order}`)
  for (const act of ['Charge', 'Refund']) {
    await page.getByRole('button', { name: act, exact: true }).click()
    await dialog(page).getByText('Selected items').click()
    await dialog(page).getByLabel('Morning coffee, 1 kg').fill('1')
    if (act === 'Refund') await dialog(page).getByLabel('Reason').selectOption('duplicate')
    await dialog(page)
      .getByRole('button', { name: `${act} 249,00 kr` })
      .click()
    await expect(dialog(page)).toBeHidden()
  }
  expect(kassa.double.books().filter(({ metadata }) => metadata.order === order)).toHaveLength(1)
  expect((await kassa.call('GET', `/order/${order}`)).status).toEqual({ ordered: 249, refunded: 249 })
})

test('a customer adds a card with 3-D Secure, and a subscription is billed with it', async ({ page }) => {
  const { key = '' } = await kassa.call('POST', `/account/${account}/link`)
  await page.request.post('/login/continue', { form: { key }, maxRedirects: 0 })
  await page.goto('/account/cards/new')
  await expect(page).toHaveURL('/account/cards/new/stripe')
  const html = await (await page.request.get('/account/cards/new/stripe')).text()
  expect(html).toContain('Turn on JavaScript to enter a card.')
  await type(page, '4242424242424241')
  await page.getByRole('button', { name: 'Add card' }).click()
  await expect(page.getByText('Check your card details.')).toBeVisible()
  await expectAccessible(page)
  await type(page, verifiedOnce)
  await page.getByRole('button', { name: 'Add card' }).click()
  await expect(page).toHaveURL('/account/cards/verify')
  await page.frameLocator('iframe[name=bank]').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('status')).toContainText('added')
  await expect(page.getByRole('main')).toContainText('3155')

  const items = [{ name: 'Coffee of the month', price: 159.2, vat: 12 }]
  await kassa.call('POST', `/account/${account}/subscription`, {
    items,
    currency: 'SEK',
    schedule: 'monthly',
  })
  await kassa.call('POST', '/clock', { advance: { days: 7 } })
  const orders = () => kassa.call('GET', `/account/${account}/order`)
  await expect.poll(orders).toMatchObject([{ status: { charged: 178.3 } }])
  await open(page, '/settings/card-service')
  await expect(page.getByText('Yes: an order can be charged in parts')).toHaveCount(0)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Yes: an order can be charged in parts')).toBeVisible()
})

test('a dispute and a payout appear, with what the order cost', async ({ page }) => {
  const [paid] = kassa.double.state.paymentIntents.newest()
  const { id: disputed } = kassa.double.operate('dispute', { intent: paid?.id ?? '', amount: 5_000 })
  const order = paid?.metadata.order ?? ''
  await open(page, '/payouts/disputes')
  const row = page.locator('tbody tr').filter({ hasText: 'the cardholder did not make this payment' })
  // The worker looks at notices every few seconds.
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('50,00 SEK', { timeout: 5000 })
  }).toPass()
  await expect(page.getByText('1 open dispute')).toBeVisible()
  await expectAccessible(page)
  await expect(page.locator('tbody').getByText('Respond by')).toBeHidden()
  await page.setViewportSize(phone)
  await expect(page.locator('tbody').getByText('Respond by')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })
  await row.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Disputes' })).toContainText('needs response')
  // Fees are collected after the dispute is recorded.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Fee', { exact: true })).toBeVisible({ timeout: 5000 })
  }).toPass()
  const evidence = await page.request.get(`/dashboard/${kassa.demo.merchant}/orders/${order}/evidence`)
  expect(evidence.headers()['content-type']).toBe('application/pdf')
  expect((await evidence.body()).subarray(0, 5).toString()).toBe('%PDF-')
  kassa.double.operate('close-dispute', { dispute: disputed, outcome: 'won' })
  expect(kassa.double.operate('payout', {})).not.toBeNull()

  await page.getByRole('link', { name: 'Payouts', exact: true }).click()
  await expect(page).toHaveURL(/\/payouts$/)
  const payout = page.locator('tbody tr').filter({ hasText: 'on its way' })
  await expect(async () => {
    await page.reload()
    await expect(payout).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(page.getByText('paid out or on its way')).toBeVisible()
  await payout.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Consists of' })).toContainText('Disputes won')
  await expect(page.getByText('differ from the amount')).toBeHidden()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  const exported = await page.request.get(
    (await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')) ?? '',
  )
  expect(await exported.text()).toContain(`;${order};`)
})

test.describe('when the fields cannot be loaded', () => {
  test.use({ expectedErrors: [/ERR_FAILED|could not be loaded|does not define/] })

  test('the form says so, and can be tried again', async ({ page, context }) => {
    await context.route(`${double}/v3/`, (route) => route.abort())
    await page.goto('/demo/checkout')
    const form = page.frameLocator('kassa-card iframe.form')
    await expect(form.getByRole('main').getByRole('alert')).toContainText(
      'The card fields could not be loaded. Check your connection and try again.',
    )
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('could not be loaded')
    await context.unroute(`${double}/v3/`)
    // A content blocker may put an empty script in its place.
    await context.route(`${double}/v3/`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    )
    await form.getByRole('button', { name: 'Try again' }).click()
    await expect(form.getByRole('main').getByRole('alert')).toContainText('could not be loaded')
    await context.unroute(`${double}/v3/`)
    await form.getByRole('button', { name: 'Try again' }).click()
    await type(form, accepted)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page.getByRole('heading', { name: 'Thank you. Your coffee is ordered' })).toBeVisible()
  })
})
