import { linkMailedTo } from './people'
import { expectPresentable, phone } from './screens'
import { scriptSizes } from './script-sizes'
import { enter, logIn, newAccountShop } from './shop'
import { expect, test } from './test'

test.describe('on a phone', () => {
  test.use({ viewport: phone, expectedErrors: [/status of 404 .*\/account\/nothing$/] })

  test('from the link in the mail through every page of the account', async ({ page }) => {
    test.slow()
    const shop = await newAccountShop({
      name: 'Kafferosteriet',
      colour: '#7a1f5c',
      supportEmail: 'hej@kaffe.example',
      website: 'https://kaffe.example',
    })
    const { id, email } = await shop.customer({ pans: ['4000000000000341', '5555555555554444'] })
    await shop.subscribe(id)
    await shop.advance(40)
    await shop.call('POST', `/account/${id}/link`)
    await page.goto(await linkMailedTo(email, '/login'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Åsa Öberg')
    for (const name of ['Kafferosteriet', 'Back to Kafferosteriet'])
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute(
        'href',
        'https://kaffe.example',
      )
    const main = page.getByRole('main')
    await expect(main).toContainText('228,30 kr is unpaid')
    await expect(main).toContainText('Your bank declined the card.')
    await expect(main).toContainText('your subscriptions are paused')
    await expect(main).not.toContainText('Was due')
    await expectPresentable(page)
    const [order] = await shop.call('GET', `/account/${id}/order`)
    const { subscription, method } = await shop.call('GET', `/account/${id}`)
    expect(method).toHaveLength(2)
    await page.getByRole('link', { name: 'Manage cards' }).click()
    const removal = await page.getByRole('link', { name: /Remove Visa/ }).getAttribute('href')
    for (const path of [
      '/account/cards',
      removal ?? '',
      '/account/cards/new',
      '/account/information',
      '/account/orders',
      '/account/subscriptions',
      `/account/orders/${order.id}`,
      `/account/subscriptions/${subscription[0].id}`,
      `/account/subscriptions/${subscription[0].id}/end`,
    ]) {
      await page.goto(path)
      await expectPresentable(page)
      await expect(page.getByRole('banner')).toContainText('Kafferosteriet')
      await expect(page.getByRole('contentinfo')).toContainText('Powered by Kassa')
    }
    await shop.call('DELETE', `/account/${id}/subscription/${subscription[0].id}`)
    for (const path of ['/account', `/account/orders/${order.id}`]) {
      const text = await (await page.request.get(path)).text()
      expect(text).toContain('will not charge your card again automatically.')
      expect(text).not.toContain('paused')
    }
    await page.goto('/account/nothing')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expectPresentable(page)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an account with many subscriptions shows the first ones, and all of them page by page', async ({
    page,
  }) => {
    const shop = await newAccountShop()
    const { id } = await shop.customer()
    for (let place = 1; place <= 23; place++)
      await shop.subscribe(id, { number: `P-${place}`, start: '2090-01-01' })
    const { subscription } = await shop.call('GET', `/account/${id}`)
    const first = subscription.find(({ number }: { number: string }) => number === 'P-1')
    await shop.call('DELETE', `/account/${id}/subscription/${first.id}`)
    await enter(page, shop, id)
    const rows = page.locator('a[href^="/account/subscriptions/"]')
    await expect(rows).toHaveCount(20)
    await page.getByRole('link', { name: 'All subscriptions' }).click()
    await expect(rows).toHaveCount(20)
    await page.getByRole('link', { name: 'More subscriptions' }).click()
    await expect(rows).toHaveCount(3)
    await expect(rows.last()).toHaveAttribute('href', `/account/subscriptions/${first.id}`)
    await page.getByRole('link', { name: 'First page' }).click()
    await expect(rows).toHaveCount(20)
    const noSuchDay = await page.goto(`/account/subscriptions/${first.id}?before=2026-02-31`)
    expect(noSuchDay?.status()).toBe(200)
  })

  test.describe('in another language', () => {
    test.use({ locale: 'sv-SE' })

    test('pages use the browser’s language, or the chosen one', async ({ page }) => {
      const shop = await newAccountShop()
      const { id } = await shop.customer()
      await shop.subscribe(id, { start: '2090-01-01' })
      await enter(page, shop, id)
      const body = page.locator('body')
      for (const words of [
        'Hej Åsa Öberg',
        'varje månad den sista dagen',
        '228,30 kr',
        'Prenumerationer',
        'Logga ut',
      ])
        await expect(body).toContainText(words)
      await expect(page.locator('html')).toHaveAttribute('lang', 'sv')
      await page.getByRole('button', { name: 'English' }).click()
      await expect(page).toHaveURL('/account')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Åsa Öberg')
      expect(await (await page.request.get('/login')).text()).toMatch(/<html lang="en".*Send me a link/s)
    })
  })
})

test('the pages are light on a first visit', async ({ page, browser }) => {
  const shop = await newAccountShop()
  const { id } = await shop.customer()
  await shop.subscribe(id)
  await logIn(page, shop, id)
  const storageState = await page.context().storageState()
  for (const path of ['/account', '/account/cards/new', '/account/information']) {
    const { all: bytes } = await scriptSizes(browser, storageState, path)
    test.info().annotations.push({ type: path, description: `${Math.round(bytes / 1000)} kB of scripts` })
    expect(bytes, path).toBeGreaterThan(50_000)
    expect(bytes, path).toBeLessThanOrEqual(190_000)
  }
})

test('another account’s order, card and subscription are not found', async ({ page }) => {
  const shop = await newAccountShop()
  const [jane, eve] = [await shop.customer(), await shop.customer()]
  await shop.subscribe(jane.id)
  await shop.advance(31)
  const [order] = await shop.call('GET', `/account/${jane.id}/order`)
  const { subscription } = await shop.call('GET', `/account/${jane.id}`)
  await logIn(page, shop, eve.id)
  for (const path of [
    `/account/orders/${order.id}`,
    `/account/subscriptions/${subscription[0].id}`,
    `/account/subscriptions/${subscription[0].id}/end`,
    '/account/cards/AbcdefghAbcdefgh/remove',
  ]) {
    const response = await page.request.get(path)
    expect(response.status(), path).toBe(404)
    expect(await response.text(), path).not.toContain('Coffee')
  }
  expect((await page.request.get('/account')).status()).toBe(200)
})

test('an order shows what was bought and its receipt as a PDF, and prints without the page around it', async ({
  page,
  context,
}) => {
  const shop = await newAccountShop({ colour: '#7a1f5c' })
  const { id } = await shop.customer()
  await shop.subscribe(id)
  await shop.advance(31)
  const [order] = await shop.call('GET', `/account/${id}/order`)
  // The worker issues it within seconds.
  await expect.poll(() => shop.call('GET', `/document?order=${order.id}`)).toHaveLength(1)
  await enter(page, shop, id, `/account/orders/${order.id}`)
  const main = page.getByRole('main')
  for (const words of ['178,30 kr', '50,00 kr', '228,30 kr', 'Visa •••• 1111'])
    await expect(main).toContainText(words)
  const document = page.getByRole('link', { name: /^(Receipt|Invoice) \d{4}-\d{6}.*228,30.kr/ })
  const [download] = await Promise.all([page.waitForEvent('download'), document.click()])
  expect(download.suggestedFilename()).toMatch(/^\d{4}-\d{6}\.pdf$/)
  await page.emulateMedia({ media: 'print' })
  for (const gone of ['Log out', 'Svenska'])
    await expect(page.getByRole('button', { name: gone })).toBeHidden()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(main.getByRole('link', { name: 'Coffee of the month, Mug' })).toHaveCSS(
    'color',
    'rgb(122, 31, 92)',
  )
  // After the session has ended, the page for logging in is shown, and not saved as a file.
  await page.emulateMedia({ media: 'screen' })
  await context.clearCookies({ name: 'kassa_account' })
  await document.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are not logged in')
})
