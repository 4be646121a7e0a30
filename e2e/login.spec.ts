import { inDatabase } from './database'
import { call, cardToken, demo } from './demo'
import { loginLinksTo } from './mail'
import { address } from './place'
import { expectPresentable, phone } from './screens'
import { expect, test } from './test'

/** An account with two cards and a subscription, and a login link for it. */
async function newLink({ name = 'Jane Doe' } = {}) {
  const email = `jane-${crypto.randomUUID()}@example.com`
  const method = [
    { type: 'token', card: await cardToken('4111111111111111') },
    { type: 'token', card: await cardToken('5555555555554444') },
  ]
  const { id } = (await call('POST', '/account', { customer: { name, email }, method })).body
  const items = [{ name: 'Coffee of the month', price: 199.2, vat: 25 }]
  const schedule = { frequency: 'monthly', offset: -1 }
  await call('POST', `/account/${id}/subscription`, { items, currency: 'SEK', schedule, start: '2090-01-01' })
  const { status, body } = await call('POST', `/account/${id}/link`)
  expect(status).toBe(201)
  return { id, email, name, url: body.url as string, key: body.key as string }
}

const expire = (id: string) =>
  inDatabase((sql) => sql`update account_link set expires = created where account_id = ${id}`)

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  form: fields,
  headers,
  maxRedirects: 0,
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('from the link in the mail to the account and out again, by keyboard', async ({ page, context }) => {
    const link = await newLink()
    for (let scan = 0; scan < 3; scan++) await page.request.get(link.url)
    await page.goto(link.url)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account at Demo Store')
    await expect(page.getByRole('main')).toContainText('Jane Doe')
    await expectPresentable(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused()
    await page.keyboard.press('Enter')

    await expect(page).toHaveURL('/account')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Jane Doe')
    const main = page.getByRole('main')
    await expect(main).toContainText('Coffee of the month')
    await expect(main).toContainText('249,00 kr')
    await expect(main).toContainText('every month on the last day')
    await expect(main).toContainText('Next payment on 31 January 2090')
    await expect(main).toContainText('1111')
    await expect(main).toContainText('4444')
    const cookie = (await context.cookies()).find(({ name }) => name === 'kassa_account')
    expect(cookie).toMatchObject({
      name: 'kassa_account',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      secure: false,
    })
    const hours = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(11.9)
    expect(hours).toBeLessThanOrEqual(12)

    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Log out' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are logged out')
    await expectPresentable(page)
    expect(await context.cookies()).toEqual([])
    const me = { headers: { Authorization: `Bearer ${cookie?.value}` } }
    expect((await page.request.get('/v1/account/me', me)).status()).toBe(401)
    await page.goto('/account')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are not logged in')
    await expectPresentable(page)
  })

  test('a link that is no longer valid leads to a new one', async ({ page }) => {
    const used = await newLink()
    await page.request.post('/login/continue', form({ key: used.key }))
    await page.context().clearCookies()
    const expired = await newLink()
    await expire(expired.id)
    const text = await (await page.request.get(expired.url)).text()
    expect(text).toContain('This link has expired')
    expect(text).not.toContain('Jane')
    await page.goto(used.url)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has already been used')
    await expect(page.getByRole('main')).not.toContainText('Jane')
    await expectPresentable(page)
    await page.getByRole('button', { name: 'Send me a new link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
    await expectPresentable(page)
    await expect.poll(() => loginLinksTo(used.email)).toBe(2)
  })

  test('an invalid link asks for the e-mail address', async ({ page }) => {
    const { key, email } = await newLink()
    for (const broken of [key.slice(0, -9), `${key.slice(0, -43)}${'A'.repeat(43)}`])
      expect(await (await page.request.get(`/login/${broken}`)).text()).toContain('This link does not work')
    await page.goto('/login/nonsense')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
    await expectPresentable(page)
    await page.getByLabel('E-mail address').fill(email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
    await expect.poll(() => loginLinksTo(email)).toBe(2)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a link opens the account, and again while the session lasts', async ({ page }) => {
    const link = await newLink({ name: 'Jane <b>Doe</b> & "sons"' })
    await page.goto(link.url)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Jane <b>Doe</b> & "sons"')
    await page.goto(link.url)
    await expect(page).toHaveURL('/account')
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.goto(link.url)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has already been used')
  })
})

test.describe('posted by another site', () => {
  test.use({ otherOrigins: ['http://evil.test'], expectedErrors: [/status of 403/] })

  test('a real browser’s form from another site is refused too', async ({ page, context }) => {
    const { key, url } = await newLink()
    await page.route('http://evil.test/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<link rel="icon" href="data:,"><form method="post" action="${address}/login/continue"><input name="key" value="${key}"><button>Win</button></form>`,
      }),
    )
    await page.goto('http://evil.test/')
    await page.getByRole('button', { name: 'Win' }).click()
    await expect(page.getByText('sent by another site')).toBeVisible()
    expect(await context.cookies()).toEqual([])
    await page.goto(url)
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  })
})

test('these pages are not cached, indexed or framed, and send no referrer', async ({ request }) => {
  const { url } = await newLink()
  for (const path of [url, '/login', '/login/sent', '/account', '/account/signed-out']) {
    const headers = (await request.get(path)).headers()
    expect(headers['cache-control'], path).toContain('no-store')
    expect(headers['x-robots-tag'], path).toContain('noindex')
    expect(headers['referrer-policy'], path).toBe('strict-origin')
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
  }
})

test('a cookie without a valid account key is refused', async ({ request }) => {
  const { privateKey, publicKey } = demo()
  for (const key of ['', 'x', privateKey, publicKey, `ak_test_${'x'.repeat(43)}`]) {
    const page = await request.get('/account', { headers: { cookie: `kassa_account=${key}` } })
    expect(await page.text()).toContain('You are not logged in')
  }
})
