import type { Page } from '@playwright/test'
import { pageOf, signIn } from './dashboard'
import { call, cardToken, demo } from './demo'
import { expectPresentable, look, phone } from './screens'
import { expect, expectAccessible, test } from './test'

async function newAccount() {
  const name = `Jane ${crypto.randomUUID().slice(0, 8)}`
  const method = [{ type: 'token', card: await cardToken('4111111111111111') }]
  const identityNumber = '19640823-3234'
  const address = { countryCode: 'DE' }
  const customer = { type: 'person', name, email: 'jane@example.com', identityNumber, address }
  const { body } = await call('POST', '/account', { number: '77', customer, method })
  const id: string = body.id
  await call('POST', `/account/${id}/subscription`, {
    items: [{ name: 'Coffee', price: 199.2, vat: 25 }],
    currency: 'SEK',
    schedule: { frequency: 'monthly', offset: -1 },
    start: '2090-01-01',
  })
  await call('POST', '/order', { items: 49.9, currency: 'SEK', payment: { type: 'account', account: id } })
  return { id, name }
}

const rowsOf = (page: Page) => page.getByRole('main').locator('tbody tr')

const dialog = (page: Page) => page.getByRole('dialog')

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('from the list of accounts to an account and a login link', async ({ page }, info) => {
    const { id, name } = await newAccount()
    await signIn(page, pageOf('/accounts'))
    await expect(rowsOf(page).first()).toBeVisible()
    await expectPresentable(page)
    await look(page, info, 'accounts')
    await page.getByLabel('Search accounts').fill(name)
    await page.keyboard.press('Enter')
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(page.getByText('1 account', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    // The side panel shows the account without leaving the list.
    await page.keyboard.press('j')
    await page.keyboard.press('o')
    const panel = page.getByRole('complementary', { name: new RegExp(name) })
    await expect(panel).toContainText('every month on the last day')
    await expect(panel.getByRole('heading', { name: 'Newest orders' })).toBeVisible()
    await expectPresentable(page)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await page.getByRole('link', { name: new RegExp(name) }).click()

    await expect(page).toHaveURL(pageOf(`/accounts/${id}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    const main = page.getByRole('main')
    await expect(main).toContainText('every month on the last day')
    await expect(main).toContainText('249,00 SEK')
    await expect(page.getByRole('region', { name: 'Recent orders' })).toContainText('49,90 SEK')
    await expect(page.getByRole('region', { name: 'Cards' })).toContainText('Visa ending in 1111')
    const activity = page.getByRole('region', { name: 'Activity' })
    await expect(activity).toContainText('Ordered 49,90 kr')
    const add = page.getByRole('link', { name: 'Add subscription' })
    await expect(add).toHaveAttribute('href', new RegExp(`${pageOf(`/accounts/${id}/subscribe`)}$`))
    const height = (link: Element) => link.getBoundingClientRect().height
    expect(await activity.getByRole('link', { name: 'Ordered' }).evaluate(height)).toBeGreaterThanOrEqual(24)
    await expectPresentable(page)
    await look(page, info, 'account')

    await page.getByRole('button', { name: 'Send login link' }).click()
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('dialog')).toContainText('has been sent to jane@example.com')
    await expect(page.getByRole('dialog')).toContainText('/login/')
    await expectPresentable(page)
    await look(page, info, 'link')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('region', { name: 'Login links' })).toContainText('jane@example.com')
  })

  test('an order is created on the stored card and charged once', async ({ page }, info) => {
    const { id, name } = await newAccount()
    await signIn(page, pageOf(`/accounts/${id}`))
    await page.getByRole('link', { name: 'Create order' }).click()
    await page.getByLabel('Name').fill('Espresso cups')
    await page.getByLabel('Price excl. VAT').fill('239,20')
    await page.getByLabel('Quantity').fill('2')
    await expectPresentable(page)
    await look(page, info, 'new order')
    await page.getByRole('button', { name: 'Charge 598,00 kr' }).click()
    await expect(dialog(page)).toContainText(`${name} will be charged 598,00 kr now on Visa ending in 1111`)
    await expectPresentable(page)
    await look(page, info, 'confirm')
    await dialog(page).getByRole('button', { name: 'Charge 598,00 kr' }).dblclick()
    await expect(page).toHaveURL(new RegExp(`${pageOf('/orders/')}[A-Za-z]{16}$`))
    await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Charged 598,00')
    const { body } = await call('GET', `/account/${id}/order`)
    expect(body.map(({ status }: { status: object }) => status)).toEqual([
      { charged: 598 },
      { ordered: 49.9 },
    ])
  })
})

test.describe(() => {
  test.use({ expectedErrors: [/status of 400/] })

  test('editing a customer keeps the other fields, and removing a card that subscriptions need shows a warning', async ({
    page,
  }) => {
    const { id, name } = await newAccount()
    const card = { type: 'token', card: await cardToken('5555555555554444') }
    await call('POST', `/account/${id}/method`, card)
    await signIn(page, pageOf(`/accounts/${id}`))
    await page.getByRole('button', { name: 'Edit customer' }).click()
    await dialog(page).getByLabel('E-mail').fill('no address')
    await dialog(page).getByRole('button', { name: 'Save customer' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText([/^Must be an e-mail address/])
    await expectAccessible(page)
    await dialog(page).getByLabel('E-mail').fill('new@example.com')
    await dialog(page).getByLabel('City').fill('Uppsala')
    await dialog(page).getByRole('button', { name: 'Save customer' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('main')).toContainText('Uppsala')
    expect((await call('GET', `/account/${id}`)).body.customer).toEqual({
      type: 'person',
      name,
      email: 'new@example.com',
      identityNumber: '19640823-3234',
      address: { city: 'Uppsala', countryCode: 'DE' },
    })

    const cards = page.getByRole('region', { name: 'Cards' }).getByRole('listitem')
    await page.getByRole('button', { name: 'Make default Mastercard ending in 4444' }).click()
    await dialog(page).getByRole('button', { name: 'Make default' }).click()
    await expect(cards.first()).toContainText('Mastercard ending in 4444')
    await page.getByRole('button', { name: 'Remove Visa ending in 1111' }).click()
    await dialog(page).getByRole('button', { name: 'Remove card' }).click()
    await expect(cards).toHaveCount(1)
    await page.getByRole('button', { name: 'Remove Mastercard ending in 4444' }).click()
    await expect(dialog(page)).toContainText('A subscription depends on it')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(cards).toHaveCount(1)
    expect((await call('GET', `/account/${id}`)).body.method).toMatchObject([{ last4: '4444' }])
  })
})

test('personal data is erased once nothing needs it any more', async ({ page }, info) => {
  const { id, name } = await newAccount()
  await signIn(page, pageOf(`/accounts/${id}`))
  const open = page.getByRole('button', { name: 'Erase personal data…' })
  await open.click()
  await expect(dialog(page)).toContainText('End 1 subscription')
  await expect(dialog(page)).toContainText('Charge or cancel 1 order with a reserved amount')
  await expectPresentable(page)
  await look(page, info, 'needed')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()

  const { body } = await call('GET', `/account/${id}`)
  await call('DELETE', `/account/${id}/subscription/${body.subscription[0].id}`)
  const [{ id: order }] = (await call('GET', `/account/${id}/order`)).body
  await call('POST', `/order/${order}/event`, { type: 'cancel' })
  await open.click()
  await expect(dialog(page)).toContainText(`about ${name} will be erased for good. This cannot be undone.`)
  await expect(dialog(page)).toContainText('Bookkeeping laws require you to keep them')
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectPresentable(page)
  await look(page, info, 'erase')
  await dialog(page).getByRole('button', { name: 'Erase personal data' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Account ${id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('Personal data erased on')
  await expect(main).not.toContainText(name)
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Erased the personal data')
  for (const gone of ['Erase personal data…', 'Edit customer', 'Send login link', 'Add metadata'])
    await expect(page.getByRole('button', { name: gone })).toHaveCount(0)
  await expectPresentable(page)
  await look(page, info, 'erased')
  await page.goto(pageOf(`/accounts/${id}/order`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing can be added to this account')
  await look(page, info, 'nothing can be added')
  await page
    .getByRole('main')
    .getByRole('link', { name: `Account ${id}` })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Account ${id}`)
  await page.goto(pageOf(`/accounts?search=${id}`))
  await expect(rowsOf(page)).toHaveText(new RegExp(`${id}.*erased`))
  await look(page, info, 'erased in the list')

  // An order of no account is erased on its own page.
  const payment = { type: 'card', card: await cardToken('4111111111111111') }
  const bought = { items: 20, currency: 'SEK', metadata: { cart: 'c_81' }, payment }
  const { id: guest } = (await call('POST', '/order', bought)).body
  await call('POST', `/order/${guest}/event`, { type: 'cancel' })
  await page.goto(pageOf(`/orders/${guest}`))
  await expect(main).toContainText('c_81')
  await open.click()
  await expect(dialog(page)).toContainText('The order can still be refunded')
  await look(page, info, 'erase an order')
  await dialog(page).getByRole('button', { name: 'Erase personal data' }).click()
  await expect(main).toContainText('Erased already.')
  await expect(main).not.toContainText('c_81')
})

test('an account is created', async ({ page }) => {
  await page.clock.install()
  await signIn(page, pageOf('/accounts'))
  await page.getByRole('link', { name: 'New account' }).first().click()
  await page.getByLabel('Account number').fill('4712')
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace')
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity).toContainText(`Created the account${demo().email}`)
  await expect(page).toHaveTitle('Ada Lovelace · Kassa')
  await page.getByLabel('Note for your team').fill('Prefers mail.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(activity).toContainText('Prefers mail.')
  await activity.getByRole('button', { name: 'Delete note: Prefers mail.' }).press('Enter')
  await expect(activity.getByLabel('Note for your team')).toBeFocused()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  // By keyboard, the button is far away.
  await page.clock.fastForward(30_000)
  await undo.press('Enter')
  await expect(activity).toContainText('Prefers mail.')
  expect((await call('GET', '/account?number=4712')).body).toMatchObject([
    { customer: { name: 'Ada Lovelace', email: 'ada@example.com' }, method: [] },
  ])
})

test('accounts are sorted by name, found by a card’s last digits and exported', async ({ page }) => {
  await newAccount()
  await signIn(page, pageOf('/accounts'))
  const rows = rowsOf(page)
  await expect(rows.first()).toBeVisible()
  await page.getByRole('link', { name: 'Customer, sort ascending' }).click()
  await expect(page).toHaveURL(pageOf('/accounts?sort=name'))
  await expect(page.getByRole('columnheader', { name: /Customer/ })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows.first().getByRole('link')).toHaveText(/^(A|a)/)
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await page.getByRole('button', { name: 'Active', exact: true }).click()
  await expect(page).toHaveURL(/status=active/)
  await page.getByLabel('Search accounts').fill('•••• 1111')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=/)
  await expect(rows.first()).toContainText('1111')
  // The export has the rows and columns of the list.
  const link = page.getByRole('link', { name: 'Export' })
  await expect(link).toHaveAttribute('href', /search=/)
  const path = await link.getAttribute('href')
  const csv = await (await page.request.get(path ?? '')).text()
  expect(csv.split('\n')[0]).toMatch(/customer[;,]email[;,]status[;,]card[;,]last4[;,]/)
  expect(csv).not.toMatch(/[;,]4242[;,]/)
  await page.getByLabel('Search accounts').fill('nobody-of-this-name')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No results for “nobody-of-this-name”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(rows.first()).toBeVisible()
})
