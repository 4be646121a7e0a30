import type { Locator, Page } from '@playwright/test'
import { fillCard } from './card-form'
import { inDatabase } from './database'
import { holdRequests, holdResponses } from './hold-back'
import { linkMailedTo, scriptLoaded } from './people'
import { phone } from './screens'
import { enter, newAccountShop, type Shop } from './shop'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test'
import { violationsOf } from './violations'

test.use({ viewport: phone })

const addedAndPaid = 'Your card has been added, and the unpaid amount has been paid. Thank you.'

/** Creates a customer who owes 228.30 because the card is declined. */
async function newDebtor(shop: Shop, pans = ['4000000000000341']) {
  const customer = await shop.customer({ pans })
  await shop.subscribe(customer.id, { schedule: 'monthly' })
  await shop.advance(1)
  return customer
}

const statusOf = async (shop: Shop, id: string) => (await shop.call('GET', `/account/${id}`)).status

test('a failed payment is explained, and another card pays', async ({ page }) => {
  const shop = await newAccountShop()
  const { id } = await newDebtor(shop, ['4000000000000341', '5555555555554444'])
  await enter(page, shop, id)
  await expect(page.getByRole('main')).toContainText('We will try again')
  await page.getByRole('button', { name: 'Pay 228,30 kr' }).click()
  await expect(page.getByRole('status')).toHaveText('The payment failed.')
  await expect(page.getByRole('main')).toContainText('Your bank declined the card.')
  await expect(page.getByRole('main')).not.toContainText('card declined')
  await page.getByRole('button', { name: 'Pay 228,30 kr with Mastercard •••• 4444' }).click()
  await expect(page.locator('[role=status]:focus')).toHaveText('Thank you. Your payment was successful.')
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  expect(await statusOf(shop, id)).toBe('active')
  await page.goto('/account')
  await expect(page.getByRole('main')).toContainText('from your Mastercard •••• 4444')
})

test('a double press pays once', async ({ page }) => {
  const shop = await newAccountShop()
  const { id } = await newDebtor(shop)
  await inDatabase(
    (sql) => sql`update acquirer_card set behaviour = 'accepted' where id in
      (select service_reference from method where account_id = ${id})`,
  )
  await enter(page, shop, id)
  const release = await holdRequests(page, /\/account\/do\/pay$/)
  await page.getByRole('button', { name: 'Pay 228,30 kr' }).dblclick()
  await expect(page.getByText('One moment…')).toBeAttached()
  release()
  await expect(page.getByRole('status')).toHaveText('Thank you. Your payment was successful.')
  const [order] = await shop.call('GET', `/account/${id}/order`)
  expect(order.event.filter(({ type }: { type: string }) => type === 'charge')).toHaveLength(1)
})

test('a new card is typed before the page has loaded, pasted, checked while typing, and pays the debt', async ({
  page,
}) => {
  const shop = await newAccountShop()
  const { id } = await newDebtor(shop)
  const release = await holdRequests(page, /\.js$/)
  await enter(page, shop, id, '/account/cards/new', { waitUntil: 'commit' })
  const [number, expires, code] = ['Card number', 'Expiry date (MM/YY)', 'Security code'].map((label) =>
    page.getByLabel(label),
  ) as [Locator, Locator, Locator]
  for (const field of [number, expires, code]) await expect(field).toHaveAttribute('inputmode', 'numeric')
  await expect(number).toHaveAttribute('autocomplete', 'cc-number')
  await expect(expires).toHaveAttribute('autocomplete', 'cc-exp')
  await expect(code).toHaveAttribute('autocomplete', 'cc-csc')
  await number.fill('4242424242424242')
  release()
  await expect(number).toHaveValue('4242 4242 4242 4242')
  await number.evaluate((input: HTMLInputElement) => {
    input.focus()
    input.select()
    document.execCommand('insertText', false, '3782-8224 6310005')
  })
  await expect(number).toHaveValue('3782 822463 10005')
  await number.clear()
  await number.press('Enter')
  await expect(page.getByText('This card number is not complete.')).toBeVisible()
  await page.keyboard.type('4111111111111')
  await expect(number).toHaveValue('4111 1111 1111 1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('440')
  await expect(expires).toHaveValue('04/40')
  await page.keyboard.press('Tab')
  await page.keyboard.type('988')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This card number is not complete.')).toBeVisible()
  await expect(number).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('111')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The security code was not correct.')).toBeVisible()
  await expect(number).toHaveValue('4111 1111 1111 1111')
  await expectAccessible(page)
  await code.fill('987')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText(addedAndPaid)
  expect(await statusOf(shop, id)).toBe('active')
})

test('the bank verifies in place, a reload loses nothing, and a rejection is explained', async ({ page }) => {
  const shop = await newAccountShop()
  const { id } = await shop.customer()
  const begin = async () => {
    await fillCard(page, '4000002760003184')
    await page.getByRole('button', { name: 'Add card' }).click()
    await expect(page).toHaveURL('/account/cards/verify')
  }
  const bank = page.frameLocator('iframe')
  await enter(page, shop, id, '/account/cards/new')
  await begin()
  await expect(bank.getByRole('main')).toContainText('The card will be saved for later')
  await bank.getByRole('button', { name: 'Reject card' }).click()
  await expect(page).toHaveURL(/\/account\/cards\/new/)
  await expect(page.getByText('The verification with your bank failed.')).toBeVisible()

  await begin()
  await expect(bank.getByRole('button', { name: 'Approve card' })).toBeVisible()
  // The bank's page has its own tests.
  expect(await violationsOf(page, { frames: false })).toEqual([])
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'I have confirmed it' }).click()
  await expect(page.getByText('Your bank has not received your confirmation yet.')).toBeVisible()
  await page.reload()
  await bank.getByRole('button', { name: 'Approve card' }).click()
  await expect(page.getByRole('status')).toHaveText('Your card has been added.')
  await expect(page.getByRole('main')).toContainText('ending in 3184')
})

/** Expects that the response to an earlier check of a form changes nothing if it comes after that to a later one. */
async function expectLateCheckIgnored(page: Page, early: () => Promise<void>, late: () => Promise<void>) {
  const check = /\/account\/do\/check-information$/
  const release = await holdResponses(page, check, { times: 1 })
  const sent = page.waitForRequest(check)
  await early()
  const request = await sent
  const last = page.waitForResponse(check)
  await late()
  await (await last).finished()
  release()
  await (await request.response())?.finished()
  // The page has handled the response by the time it has taken another turn.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await expect(page.getByText('Enter a valid e-mail address')).toBeHidden()
}

test('information is checked while typing; a new address waits for confirmation', async ({
  page,
  context,
}) => {
  const shop = await newAccountShop()
  const { id, email } = await shop.customer()
  await enter(page, shop, id, '/account/information')
  await scriptLoaded(page)
  const address = page.getByLabel('E-mail address')
  const changed = `new-${email}`
  await expectLateCheckIgnored(
    page,
    () => address.fill('nobody@'),
    () => address.fill(changed),
  )
  await address.fill('nobody@')
  await expect(page.getByText('Enter a valid e-mail address')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  // Next.js announces pages in an alert of its own.
  const alert = page.getByRole('alert').filter({ hasText: 'Your changes have not been saved.' })
  await expect(alert).toBeVisible()
  await scriptLoaded(page)
  await address.fill(changed)
  await expect(page.getByText('Enter a valid e-mail address')).toBeHidden()
  await page.getByLabel('a business or organisation').check()
  await page.getByLabel('Name').fill('Åsas Café')
  await page.getByLabel('Country').selectOption('NO')
  await expect(page.getByText('This postal code is not valid in the chosen country.')).toBeVisible()
  await page.getByLabel('Postal code').fill('0150')
  await expect(page.getByText('This postal code is not valid in the chosen country.')).toBeHidden()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toContainText('Your information has been saved.')
  const kept = (await shop.call('GET', `/account/${id}`)).customer
  expect(kept).toMatchObject({
    type: 'organisation',
    name: 'Åsas Café',
    email,
    address: { countryCode: 'NO' },
  })

  const link = await linkMailedTo(changed, '/account/email')
  await context.clearCookies()
  // A program that looks at the links in mails does not confirm them.
  await page.request.get(link)
  await page.goto(link)
  expect((await shop.call('GET', `/account/${id}`)).customer.email).toBe(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Confirm ${changed}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your e-mail address has been changed')
  expect(page.url()).not.toContain('eyJ')
  expect((await shop.call('GET', `/account/${id}`)).customer.email).toBe(changed)
  expect(await (await page.request.get(link)).text()).toContain('This link is no longer valid')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the default card can be changed, and removing a card shows the consequence', async ({ page }) => {
    const shop = await newAccountShop()
    const { id } = await shop.customer({ pans: ['4111111111111111', '5555555555554444'] })
    await shop.subscribe(id, { start: '2090-01-01' })
    await enter(page, shop, id, '/account/cards')
    await page.getByRole('button', { name: /Use for payments Mastercard/ }).click()
    await expect(page.getByRole('status')).toContainText('This card will be used for your payments.')
    await page.getByRole('link', { name: /Remove Mastercard/ }).click()
    await expect(page.getByRole('main')).toContainText(
      'Your Visa •••• 1111 will be used for payments instead.',
    )
    await page.getByRole('button', { name: 'Remove Mastercard •••• 4444' }).click()
    await expect(page.getByRole('status')).toHaveText('The card has been removed.')
    await page.getByRole('link', { name: /Remove Visa/ }).click()
    await expect(page.getByRole('main')).toContainText(
      'The payment of 228,30 kr on 31 January 2090 will fail',
    )
    await page.getByRole('link', { name: 'Keep card' }).click()
    await expect(page.getByRole('main')).toContainText('1111')
  })

  test('a subscription is ended from a page that states the consequence', async ({ page }) => {
    const shop = await newAccountShop()
    const { id } = await shop.customer()
    await shop.subscribe(id, { start: '2090-01-01' })
    await enter(page, shop, id)
    await page.getByRole('link', { name: /Coffee of the month, Mug/ }).click()
    await expect(page.getByRole('main')).toContainText('228,30 kr including VAT')
    await page.getByRole('link', { name: 'End subscription' }).click()
    await expect(page.getByRole('main')).toContainText(
      'The payment of 228,30 kr on 31 January 2090 will not be charged.',
    )
    await page.getByRole('button', { name: 'End subscription on 30 January 2090' }).click()
    await expect(page.getByRole('status')).toContainText('Your subscription will end.')
    await expect(page.getByRole('main')).toContainText(/Ends (on )?30 January 2090/)
    await expect(page.getByRole('link', { name: 'End subscription' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Continue subscription' }).click()
    await expect(page.getByRole('status')).toContainText('Your subscription continues.')
    await expect(page.getByRole('link', { name: 'End subscription' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/note=ending/)
    await expect(page.getByRole('link', { name: 'End subscription' })).toBeVisible()
    await expect(page.getByRole('status')).toHaveCount(0)
  })

  test('a card that expires before the next payment is not named as the one that pays, and can be replaced', async ({
    page,
  }) => {
    const shop = await newAccountShop()
    const { id } = await shop.customer({ expires: [12, 30] })
    const [{ id: subscription }] = await shop.subscribe(id, { start: '2030-12-15', schedule: 'monthly' })
    await enter(page, shop, id)
    const main = page.getByRole('main')
    await expect(main).toContainText('on 15 December 2030, from your Visa')
    await shop.call('PATCH', `/account/${id}/subscription/${subscription}`, { start: '2031-01-15' })
    await page.reload()
    await expect(main).toContainText('on 15 January 2031')
    await expect(main).not.toContainText('from your Visa')
    await expect(
      page.getByRole('heading', { name: 'Your Visa •••• 1111 expires before your next payment' }),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Add a new card' }).click()
    await expect(page).toHaveURL('/account/cards/new')
  })

  test('a card is added with verification, the debt is paid, and information is saved', async ({ page }) => {
    const shop = await newAccountShop()
    const { id } = await newDebtor(shop)
    await enter(page, shop, id, '/account/cards/new')
    await fillCard(page, '4000 0000 0000 0002')
    await page.getByRole('button', { name: 'Add card and pay 228,30 kr' }).click()
    await expect(page.getByText('Your bank declined the card.')).toBeVisible()
    await fillCard(page, '4000002760003184')
    await page.getByRole('button', { name: 'Add card and pay 228,30 kr' }).click()
    await page.getByRole('button', { name: 'Go to your bank' }).click()
    await page.getByRole('button', { name: 'Approve card' }).click()
    await expect(page.getByRole('heading', { name: 'Card approved' })).toBeVisible()
    await page.getByRole('button', { name: /Continue to/ }).click()
    await expect(page.getByRole('status')).toHaveText(addedAndPaid)
    await page.goto('/account/information')
    await page.getByLabel('Phone').fill('12')
    await page.getByLabel('E-mail address').fill('asa@example')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'have not been saved.' })).toBeFocused()
    await expect(page.getByLabel('Phone')).toHaveValue('12')
    await page.getByLabel('E-mail address').fill('asa@example.com')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status')).toContainText('Your information has been saved.')
  })
})
