import type { Page } from '@playwright/test'
import { pageOf, signIn } from './dashboard'
import { billNow, inDatabase } from './database'
import { day } from './days'
import { call, cardToken, demo } from './demo'
import { expectPresentable, look, phone } from './screens'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test'

const declining = '4000000000000341'
const dialog = (page: Page) => page.getByRole('dialog')

async function newAccount(pan = '4111111111111111') {
  const name = `Jane ${crypto.randomUUID().slice(0, 8)}`
  const method = [{ type: 'token', card: await cardToken(pan) }]
  const { body } = await call('POST', '/account', { customer: { name, email: 'jane@example.com' }, method })
  return { account: body.id as string, name }
}

async function subscribe(account: string, terms: object = {}) {
  const base = {
    items: [{ name: 'Coffee', price: 199.2, vat: 25 }],
    currency: 'SEK',
    schedule: { frequency: 'monthly', offset: -1 },
    start: '2090-01-01',
  }
  const { status, body } = await call('POST', `/account/${account}/subscription`, { ...base, ...terms })
  expect(status).toBe(201)
  return body.at(-1).id as string
}

const read = async (account: string, id: string) =>
  (await call('GET', `/account/${account}`)).body.subscription.find((one: { id: string }) => one.id === id)

const ordersOf = async (
  account: string,
): Promise<{ id: string; status: object; event: { type: string }[] }[]> =>
  (await call('GET', `/account/${account}/order`)).body

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('from the list of subscriptions to one of them, and ending it', async ({ page }, info) => {
    const { account, name } = await newAccount()
    const id = await subscribe(account)
    await signIn(page, pageOf('/subscriptions'))
    const rows = page.getByRole('main').locator('tbody tr')
    await expect(rows.first()).toBeVisible()
    await expectPresentable(page)
    await look(page, info, 'subscriptions')
    await page.getByLabel('Search subscriptions').fill(name)
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(name)
    await expect(rows).toContainText('249,00 SEK')
    await expect(page.getByText('1 subscription · 249,00 kr per month')).toBeVisible()
    await rows.getByRole('link').click()

    await expect(page).toHaveURL(pageOf(`/subscriptions/${account}/${id}`))
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coffee')
    await expect(main).toContainText('249,00 kr will be charged on 31 January 2090.')
    await expect(page.getByRole('region', { name: 'Next 12 payments' }).getByRole('listitem')).toHaveCount(12)
    await expectPresentable(page)
    await look(page, info, 'subscription')

    await page.getByRole('button', { name: 'End', exact: true }).click()
    await expect(dialog(page).getByRole('radio').first()).toBeChecked()
    await dialog(page).getByText('On another day').click()
    await dialog(page).getByLabel('Last day', { exact: true }).fill('2090-03-31')
    await expect(dialog(page)).toContainText(
      'will be charged 3 more times, the last time on 31 March 2090: 747,00 kr in total.',
    )
    await expectPresentable(page)
    await look(page, info, 'end')
    await dialog(page).getByRole('button', { name: 'End subscription on 31 March 2090' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(main).toContainText('The subscription ends on 31 March 2090')
    expect(await read(account, id)).toMatchObject({ end: '2090-03-31', due: '2090-01-31' })
  })

  test('a subscription is added as previewed, and changed, with errors at their fields', async ({
    page,
  }, info) => {
    const { account, name } = await newAccount()
    await signIn(page, pageOf('/subscriptions/new'))
    await page.getByRole('searchbox', { name: 'Customer' }).fill(name)
    await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(pageOf(`/subscriptions/new?account=${account}`))
    await page.getByLabel('Name').fill('Machine service')
    await page.getByLabel('Price excl. VAT').fill('799,20')
    await page.getByLabel('Frequency').selectOption('quarterly')
    await page.getByLabel('Month of the quarter').selectOption({ label: 'Third month' })
    await page.getByLabel('Day of the month').selectOption({ label: 'The last day' })
    const coming = page.getByRole('region', { name: 'Preview' })
    // A date that is being typed is not one yet.
    await page.getByLabel('Start', { exact: true }).fill('2090-0')
    await expect(coming).toContainText('(choose a start date)')
    await page.getByLabel('Start', { exact: true }).fill('2090-07-03')
    await page.getByRole('textbox', { name: 'End (optional)' }).fill('31')
    await expect(coming).toContainText('999,00 kr every quarter on the last day of the third month')
    await page.getByRole('textbox', { name: 'End (optional)' }).fill('')
    await expect(coming.getByRole('listitem').first()).toContainText('Sat 30 Sept 2090')
    await expect(coming.getByRole('listitem')).toHaveCount(12)
    await page.getByRole('button', { name: 'Add item' }).click()
    const second = page.getByRole('group', { name: 'Item 2' })
    await second.getByLabel('Price').fill('0,80')
    await expect(coming).toContainText('1 000,00 kr every quarter')
    await expectPresentable(page)
    await look(page, info, 'form')
    await page.getByLabel('Confirm it by e-mail to jane@example.com').uncheck()
    await page.getByRole('button', { name: 'Add subscription' }).click()
    await expect(page).toHaveURL(new RegExp(`/subscriptions/${account}/[A-Za-z]{4}$`))
    const { body } = await call('GET', `/account/${account}`)
    const added = {
      items: [{ name: 'Machine service', price: 799.2, vat: 25, quantity: 1 }, { price: 0.8 }],
      schedule: { frequency: 'quarterly', offset: [2, -1] },
      start: '2090-07-03',
      due: '2090-09-30',
    }
    expect(body.subscription).toMatchObject([added])
    expect(await inDatabase((sql) => sql`select template from mail where account_id = ${account}`)).toEqual(
      [],
    )

    await page.getByRole('link', { name: 'Change', exact: true }).click()
    const price = second.getByLabel('Price')
    await price.fill('a lot')
    await expect(price).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('main')).toContainText('“a lot” is not a number')
    await expectAccessible(page)
    await expect(price).toHaveValue('a lot')
    await price.fill('100')
    await page.getByLabel('Currency').selectOption('EUR')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await dialog(page)
      .getByRole('button', { name: /^Change price to/ })
      .click()
    await expect(page).toHaveURL(pageOf(`/subscriptions/${account}/${body.subscription[0].id}`))
    expect(await read(account, body.subscription[0].id)).toMatchObject({
      ...{ ...added, currency: 'EUR' },
      items: [{ name: 'Machine service', price: 799.2, vat: 25 }, { price: 100 }],
    })
  })
})

test.describe(() => {
  test.use({ expectedErrors: [/status of (400|409)/] })

  test('a failed payment shows the reason and next attempt; the button charges it once', async ({ page }) => {
    const { account } = await newAccount(declining)
    const id = await subscribe(account, { items: 249, schedule: 'monthly', start: day(0) })
    await expect
      .poll(async () => {
        await billNow()
        return (await ordersOf(account))[0]?.event.map(({ type }) => type)
      })
      .toEqual(['order', 'fail'])
    await signIn(page, pageOf(`/subscriptions/${account}/${id}`))
    const main = page.getByRole('main')
    await expect(main).toContainText('Payment of 249,00 kr failed. Next attempt tomorrow')
    await expect(page.getByRole('region', { name: 'Payments', exact: true })).toContainText(
      'Next attempt tomorrow',
    )
    await expect(page.getByRole('region', { name: 'Payments', exact: true })).toContainText('(card declined)')
    await expectAccessible(page)

    const charge = page.getByRole('button', { name: 'Charge 249,00 kr now' })
    await charge.click()
    await dialog(page).getByRole('button', { name: 'Charge 249,00 kr now' }).click()
    await expect(dialog(page).getByRole('alert').locator('code')).toHaveText('card declined')
    await expect(dialog(page)).toContainText('Nothing has been charged')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()

    // Makes the card work at the acquirer. This alone pays nothing.
    await inDatabase(
      (sql) => sql`update acquirer_card c set behaviour = 'accepted' from method m
      where m.merchant_id = ${demo().merchant} and m.account_id = ${account}
        and c.merchant_id = m.merchant_id and c.id = m.service_reference`,
    )
    await charge.click()
    await dialog(page).getByRole('button', { name: 'Charge 249,00 kr now' }).dblclick()
    await expect(dialog(page)).toBeHidden()
    await expect(charge).toBeHidden()
    await expect(main).not.toContainText('failed. Next attempt')
    const [order] = await ordersOf(account)
    expect(order?.status).toEqual({ charged: 249 })
    expect(order?.event.map(({ type }) => type)).toEqual(['order', 'fail', 'fail', 'charge'])
    // It has no number, so it is called after what it pays.
    await page.goto(pageOf(`/orders?peek=${order?.id}`))
    await expect(page.getByRole('complementary', { name: /^Subscription, / })).toBeVisible()
    await expect(page.getByLabel(/^Select Payment due /).first()).toBeVisible()
  })
})

test('an end date is removed; a subscription ends before its next payment or today, and only the former can be undone', async ({
  page,
}) => {
  const { account } = await newAccount()
  // It begins today, and is due in five days.
  const schedule = { frequency: 'weekly', offset: new Date(day(5)).getUTCDay() }
  const items = [{ name: 'W'.repeat(150), price: 10, vat: 25 }]
  const id = await subscribe(account, { items, start: day(0), end: day(8), schedule })
  await signIn(page, pageOf(`/subscriptions/${account}/${id}`))
  await expect(page.getByRole('button', { name: 'End', exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Remove end date' }).click()
  await expect(dialog(page)).toContainText('will also be charged 12,50 kr on ')
  await dialog(page).getByRole('button', { name: 'Continue subscription' }).click()
  await expect(dialog(page)).toBeHidden()
  expect((await read(account, id)).end).toBeUndefined()

  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog(page).getByRole('radio', { name: /^Before the first payment/ })).toBeChecked()
  await dialog(page)
    .getByRole('button', { name: /^End subscription on / })
    .click()
  await expect(dialog(page)).toBeHidden()
  await expect.poll(async () => (await read(account, id)).end).toBe(day(4))
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await dialog(page).getByRole('radio', { name: 'On another day' }).check()
  await dialog(page).getByLabel('Last day', { exact: true }).fill(day(12))
  await expect(dialog(page)).toContainText('will be charged 2 more times')
  await dialog(page).getByRole('button', { name: 'Keep subscription' }).click()
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await page.getByLabel('Frequency').selectOption('daily')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('no payment date before the end')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Undo end' }).click()
  await dialog(page).getByRole('button', { name: 'Continue subscription' }).click()
  await expect(dialog(page)).toBeHidden()
  expect(await read(account, id)).toMatchObject({ due: day(5) })
  expect((await read(account, id)).end).toBeUndefined()

  await page.getByRole('button', { name: 'End', exact: true }).click()
  await dialog(page).getByRole('radio', { name: 'Today' }).check()
  await expect(dialog(page)).toContainText('This cannot be undone')
  await dialog(page).getByRole('button', { name: 'End subscription today' }).click()
  await expect(page.getByRole('main')).toContainText('Ended today. No further payments.')
  await expect(page.getByRole('region', { name: 'Payments', exact: true })).toHaveText('PaymentsNo payments.')
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText(/End requested byMerchant, today/)
  await expect(page.getByRole('button', { name: 'End', exact: true })).toBeHidden()
  expect((await read(account, id)).due).toBeUndefined()
  // It continues as another one with the same terms.
  await page.getByRole('link', { name: 'Add subscription' }).click()
  await expect(page.getByLabel('Name')).toHaveValue(items[0]?.name ?? '')
  await expect(page.getByLabel('Frequency')).toHaveValue(schedule.frequency)
  await expect(page.getByRole('textbox', { name: 'End (optional)' })).toHaveValue('')
})

test('a higher price is planned, confirmed with both amounts, shown and withdrawn', async ({ page }) => {
  const { account } = await newAccount()
  const id = await subscribe(account)
  await signIn(page, pageOf(`/subscriptions/${account}/${id}/change`))
  await page.getByLabel('Price excl. VAT').fill('240')
  // Its end does not wait for the day of the price.
  await page.getByRole('textbox', { name: 'End (optional)' }).fill('2090-12-31')
  const when = page.getByRole('radiogroup', { name: 'When it takes effect' })
  await when.getByText(/^On the next due date/).click()
  const coming = page.getByRole('region', { name: 'Preview' })
  await expect(coming.getByRole('listitem').first()).toContainText('300,00 kr')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change on 31 January 2090' }).click()
  await expect(dialog(page)).toContainText('The first payment of 300,00 kr is on 31 January 2090.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Raise price to 300,00 kr' }).click()
  await expect(page).toHaveURL(pageOf(`/subscriptions/${account}/${id}`))
  await expect(page.getByRole('main')).toContainText('300,00 kr instead of 249,00 kr')
  await expectAccessible(page)
  const saved = { end: '2090-12-31', planned: { from: '2090-01-31', amount: 300 } }
  expect(await read(account, id)).toMatchObject(saved)
  await page.getByRole('button', { name: 'Withdraw change' }).click()
  await expect(page.getByRole('button', { name: 'Withdraw change' })).toBeHidden()
  expect((await read(account, id)).planned).toBeUndefined()
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity).toContainText(/Planned change withdrawn: it was for 31 January 2090.*@/)
})

test('a price that a planned one replaces before the next payment is not promised, nor a mail about it', async ({
  page,
}) => {
  const { account } = await newAccount()
  const id = await subscribe(account)
  const plan = { items: [{ name: 'Coffee', price: 240, vat: 25 }], from: '2090-01-31' }
  const path = `/account/${account}/subscription/${id}/plan`
  expect((await call('PUT', path, plan)).status).toBe(200)
  await signIn(page, pageOf(`/subscriptions/${account}/${id}/change`))
  await page.getByLabel('Price excl. VAT').fill('220')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toContainText('The price changes to 300,00 kr on 31 January 2090, as planned.')
  await expect(dialog(page)).toContainText('No payment of 275,00 kr is due before that.')
  await expect(dialog(page)).toContainText('No e-mail is sent')
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(0)
  await expectAccessible(page)
})
