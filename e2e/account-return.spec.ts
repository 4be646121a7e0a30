import { holdRequests } from './hold-back'
import { loginLinksTo } from './mail'
import { linkMailedTo, scriptLoaded } from './people'
import { address } from './place'
import { phone } from './screens'
import { enter, logIn, newAccountShop } from './shop'
import { expect, test } from './test'

test.use({ viewport: phone })

test('a new link leads to the requested page in any browser', async ({ page, context, browser }) => {
  const shop = await newAccountShop({ name: 'Kafferosteriet' })
  const { id, email } = await shop.customer()
  await shop.subscribe(id)
  await shop.advance(31)
  const [order] = await shop.call('GET', `/account/${id}/order`)
  const wanted = `/account/orders/${order.id}`
  await enter(page, shop, id, wanted)
  await context.clearCookies({ name: 'kassa_account' })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are not logged in')
  await expect(page.getByRole('banner')).toContainText('Kafferosteriet')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a new link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
  // The response does not wait for the mail.
  await expect.poll(() => loginLinksTo(email)).toBe(2)
  const link = await linkMailedTo(email, '/login')
  const other = await browser.newContext({ baseURL: address })
  try {
    const phone = await other.newPage()
    await phone.goto(link)
    await phone.getByRole('button', { name: 'Continue' }).click()
    await expect(phone).toHaveURL(wanted)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Coffee of the month, Mug')
    expect((await other.cookies()).map(({ name }) => name).sort()).toEqual(['kassa_account', 'kassa_shop'])
    // The used link still opens the page in the browser that is logged in, and in no other.
    await phone.goto(link)
    await expect(phone).toHaveURL(wanted)
  } finally {
    await other.close()
  }
})

test.describe('after the end of a session', () => {
  // The form checks its fields while they are filled in. A slow check can come after the end of the session.
  test.use({ expectedErrors: [/status of 401 .*check-information/] })

  test('form input is restored after the next login, but a card number is not kept', async ({
    page,
    context,
  }) => {
    const shop = await newAccountShop()
    const { id } = await shop.customer()
    await enter(page, shop, id, '/account/information')
    await page.getByLabel('City').fill('Trollhättan')
    await context.clearCookies({ name: 'kassa_account' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are not logged in')
    await enter(page, shop, id, '/account/information')
    await expect(page.getByRole('main')).toContainText(
      'You were logged out before your changes could be saved',
    )
    await expect(page.getByLabel('City')).toHaveValue('Trollhättan')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status')).toHaveText('Your information has been saved.')
    await page.reload()
    await expect(page.getByRole('main')).not.toContainText('You were logged out')
    expect((await shop.call('GET', `/account/${id}`)).customer.address.city).toBe('Trollhättan')

    await page.goto('/account/cards/new')
    await page.getByLabel('Card number').fill('5555555555554444')
    await page.getByLabel('Expiry date (MM/YY)').fill('1240')
    await page.getByLabel('Security code').fill('987')
    await context.clearCookies({ name: 'kassa_account' })
    await page.getByRole('button', { name: 'Add card' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are not logged in')
    expect(JSON.stringify(await context.storageState())).not.toContain('4444')
    await enter(page, shop, id, '/account/cards/new')
    await expect(page.getByLabel('Card number')).toHaveValue('')
  })
})

test('a page of another shop asks a customer to log in there', async ({ page }) => {
  const [first, other] = await Promise.all([
    newAccountShop({ name: 'Kafferosteriet' }),
    newAccountShop({ name: 'Teboden' }),
  ])
  const [known, { id, email }] = await Promise.all([first.customer(), other.customer()])
  await other.subscribe(id)
  await other.advance(31)
  const [order] = await other.call('GET', `/account/${id}/order`)
  const wanted = `/account/orders/${order.id}?merchant=${other.merchant}`
  await logIn(page, first, known.id)
  for (const asked of [`/account?merchant=${other.merchant}`, wanted]) {
    await page.goto(asked)
    await expect(page).toHaveTitle('Your account')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account at Teboden')
    await expect(page.getByRole('banner')).toContainText('Teboden')
    await expect(page.getByRole('main')).toContainText(
      'You are logged in at Kafferosteriet. To see this page, log in at Teboden.',
    )
  }
  // A change of language returns to the page of this shop.
  await page.getByRole('button', { name: 'Svenska' }).click()
  await expect(page.getByRole('main')).toContainText(
    'Du är inloggad hos Kafferosteriet. Logga in hos Teboden för att se den här sidan.',
  )
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
  await expect.poll(() => loginLinksTo(email)).toBe(1)
  // Until the link is used, the customer stays logged in at the first shop.
  await page.goto(`/account?merchant=${first.merchant}`)
  await expect(page.getByRole('banner')).toContainText('Kafferosteriet')
  await expect(page).toHaveTitle('Your account')
  await page.goto(await linkMailedTo(email, '/login'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(wanted)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coffee of the month, Mug')
})

test('a double click on the button of a login link logs in, although the link works once', async ({
  page,
}) => {
  const shop = await newAccountShop()
  const { id } = await shop.customer()
  await page.goto((await shop.call('POST', `/account/${id}/link`)).url)
  await scriptLoaded(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  const release = await holdRequests(page, /\/login\/continue$/)
  const box = await page.getByRole('button', { name: 'Continue' }).boundingBox()
  if (!box) throw new Error('The button is not there')
  // Locators wait for a page that is held back.
  const press = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await press()
  await expect.poll(() => sent.length).toBe(1)
  await press()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Åsa Öberg')
  expect(sent).toHaveLength(1)
})
