import type { BrowserContext } from '@playwright/test'
import { fillInSignIn, linkMailedTo, newPerson, newShop, password, postAuth, scriptLoaded } from './people'
import { address } from './place'
import { expect, test } from './test'

// A wrong password is refused.
test.use({ expectedErrors: [/status of 401/] })

test('a copied session cookie stops working when its user signs out', async ({ page, browser }) => {
  const credentials = { email: await newPerson(), password }
  expect(await postAuth(page.request, 'callback/credentials', credentials)).toBe(200)
  const cookies = await page.context().cookies()
  const device = cookies.find(({ name }) => name.startsWith('kassa_device_'))
  expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  const copy = await browser.newContext({ baseURL: address })
  await copy.addCookies(cookies)
  expect((await copy.request.get('/api/trpc/user.me')).status()).toBe(200)
  expect(await postAuth(page.request, 'signout')).toBe(200)
  // A cookie that next-auth renewed in between does not work either.
  await copy.addCookies(cookies)
  expect((await copy.request.get('/api/trpc/user.me')).status()).toBe(401)
  expect((await copy.request.get('/dashboard')).url()).toContain('/signin')
  const download = await copy.request.get('/dashboard/shop/orders/export?status=denied', { maxRedirects: 0 })
  expect(download.status()).toBe(303)
  expect(download.headers().location).toBe('/signin?to=%2Fdashboard%2Fshop%2Forders')
  await copy.addCookies(cookies)
  expect(await (await copy.request.get('/api/auth/session')).json()).toEqual({})
  await copy.close()
})

const deviceIn = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name.startsWith('kassa_device_'))?.value

test('a device on which the password is changed or reset stays known, with another cookie', async ({
  page,
  context,
}) => {
  const { email, pageOf } = await newShop()
  expect(await postAuth(page.request, 'callback/credentials', { email, password })).toBe(200)
  const first = await deviceIn(context)
  await page.goto(pageOf('/me'))
  await scriptLoaded(page)
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await page.getByLabel('New password', { exact: true }).fill('another long password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  const second = await deviceIn(context)
  await page.goto('/signin/forgot')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.goto(await linkMailedTo(email, '/signin/reset'))
  await page.getByLabel('New password').fill('a third long password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  const third = await deviceIn(context)
  const cookies = [first, second, third]
  expect(new Set(cookies).size).toBe(3)
  expect(new Set(cookies.map((value) => value?.split('.')[0])).size).toBe(1)
})

test('signing in leads to no other site, whatever address is given', async ({ request }) => {
  const credentials = { email: await newPerson(), password }
  for (const callbackUrl of [
    'x',
    'https://evil.test/',
    '//evil.test/',
    '/\\evil.test/',
    'javascript:alert(1)',
    '/dashboard',
  ]) {
    const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
    const form = { csrfToken, json: 'true', ...credentials, callbackUrl }
    const response = await request.post('/api/auth/callback/credentials', { form })
    expect(response.status(), callbackUrl).toBe(200)
    expect(new URL((await response.json()).url).origin, callbackUrl).toBe(address)
  }
})

test('wrong passwords by others lock a user out on unknown devices only', async ({
  page,
  playwright,
  browser,
}) => {
  const email = await newPerson()
  const signIn = () => postAuth(page.request, 'callback/credentials', { email, password })
  expect(await signIn()).toBe(200)
  await postAuth(page.request, 'signout')
  const attacker = await playwright.request.newContext({ baseURL: address })
  for (let count = 0; count < 12; count++) {
    await postAuth(attacker, 'callback/credentials', { email, password: 'wrong' })
  }
  await attacker.dispose()
  const stranger = await browser.newPage({ baseURL: address })
  await stranger.goto('/signin')
  await fillInSignIn(stranger, email)
  await expect(stranger.getByRole('alert').filter({ hasText: 'Too many failed attempts' })).toContainText(
    'sign in on another device that you have used before.',
  )
  await stranger.close()
  expect(await signIn()).toBe(200)
})
