import type { Page } from '@playwright/test'
import {
  codeOf,
  fillInSignIn,
  forget,
  linkMailedTo,
  newAddress,
  newPerson,
  newShop,
  password,
  postAuth,
  scriptLoaded,
  signInAs,
} from './people'
import { address } from './place'
import { expectPresentable, look, phone } from './screens'
import { expect, test } from './test'

const chosen = 'another long password'

/** Turns on two-step sign-in, on the user's own page. */
async function turnOn(page: Page) {
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = (await dialog.locator('code').textContent())?.trim() ?? ''
  return { dialog, secret }
}

async function confirm(page: Page, secret: string): Promise<string[]> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Code from the app').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  await expect(dialog).toContainText('Two-step sign-in is on.')
  return dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
}

test.describe('on a phone', () => {
  // A password without its code is refused until the code comes.
  test.use({ viewport: phone, expectedErrors: [/status of 401/] })

  test('from a forgotten password to a new one', async ({ page }, info) => {
    const email = await newPerson()
    await page.goto('/signin')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible()
    await expectPresentable(page)
    await look(page, info, 'forgot')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
    await expectPresentable(page)
    await look(page, info, 'sent')
    const link = await linkMailedTo(email, '/signin/reset')
    // Programs that look at the links in mails change nothing.
    await page.request.get(link)
    await page.goto(link)
    await expectPresentable(page)
    await look(page, info, 'reset')
    await page.getByLabel('New password').fill(chosen)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page).toHaveURL('/signin?news=password')
    await expect(page.getByText('Your password has been changed')).toBeVisible()
    await expectPresentable(page)
    await look(page, info, 'changed')
    expect(await postAuth(page.request, 'callback/credentials', { email, password: chosen })).toBe(200)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is no longer valid')
    await expectPresentable(page)
  })

  test('two-step sign-in is set up, used with a recovery code and turned off', async ({ page }, info) => {
    const shop = await newShop()
    await signInAs(page, shop.email, shop.pageOf('/me'))
    await expect(page.getByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible()
    await expectPresentable(page)
    await look(page, info, 'you')
    const { secret } = await turnOn(page)
    await expectPresentable(page)
    await look(page, info, 'set-up')
    const codes = await confirm(page, secret)
    expect(codes).toHaveLength(10)
    await expectPresentable(page)
    await look(page, info, 'codes')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page.getByRole('main')).toContainText('10 recovery codes left')
    await look(page, info, 'on')

    await forget(page)
    await page.goto(`/signin?${new URLSearchParams({ to: shop.pageOf('/me') })}`)
    await fillInSignIn(page, shop.email)
    await expect(page.getByLabel('Code')).toBeFocused()
    await expectPresentable(page)
    await look(page, info, 'code')
    await page.getByLabel('Code').fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').first()).toContainText('is wrong or has already been used')
    await page.getByRole('button', { name: 'Use recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await expectPresentable(page)
    await look(page, info, 'recovery')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(shop.pageOf('/me'))
    await expect(page.getByRole('main')).toContainText('9 recovery codes left')
    await scriptLoaded(page)

    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByLabel('Code from the app').fill(codes[1] ?? '')
    await dialog.getByRole('button', { name: 'Create new codes' }).click()
    await expect(dialog).toContainText('ten new recovery codes')
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByLabel('Code from the app').fill(codeOf(secret, 1))
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible()
    const { email } = shop
    expect(await postAuth(page.request, 'callback/credentials', { email, password })).toBe(200)
  })

  test('changing the password signs out, and only the new one signs in', async ({ page }) => {
    const { email, pageOf } = await newShop()
    await signInAs(page, email, pageOf('/me'))
    await page.getByLabel('Current password', { exact: true }).fill(password)
    await page.getByLabel('New password', { exact: true }).fill(chosen)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Your password has been changed')).toBeVisible()
    await fillInSignIn(page, email)
    await expect(page.getByRole('alert').first()).toContainText('is wrong')
    expect(await postAuth(page.request, 'callback/credentials', { email, password: chosen })).toBe(200)
  })
})

test('requesting a reset has the same response for known and unknown addresses', async ({ request }) => {
  const responses = []
  for (const email of [await newPerson(), newAddress(), 'no address', '']) {
    const started = Date.now()
    const response = await request.post('/signin/forgot/send', { form: { email }, maxRedirects: 0 })
    expect(Date.now() - started).toBeGreaterThanOrEqual(390)
    // Each response has its own nonce.
    const { date: _, 'content-security-policy': __, ...headers } = response.headers()
    responses.push({ status: response.status(), headers, body: await response.text() })
  }
  for (const response of responses) expect(response).toEqual(responses[0])
  expect(responses[0]).toMatchObject({ status: 303, headers: { location: '/signin/forgot/sent' } })
})

test('forms from other sites are refused, and pages with a key are not cached and send no referrer', async ({
  request,
}) => {
  for (const path of [
    '/signin/forgot/send',
    '/signin/reset/choose',
    '/signin/join/enter',
    '/signin/join/register',
    '/start/create',
  ]) {
    const response = await request.post(path, {
      form: { key: 'x' },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(response.status(), path).toBe(403)
  }
  for (const path of [`/signin/reset/${'x'.repeat(43)}`, `/signin/join/${'x'.repeat(43)}`]) {
    const headers = (await request.get(path)).headers()
    expect(headers['cache-control'], path).toContain('no-store')
    expect(headers['referrer-policy'], path).toBe('strict-origin')
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
  }
})

test('the link in the mail uses Kassa’s own address for any host name', async ({ request }) => {
  const email = await newPerson()
  await request.post('/signin/forgot/send', {
    form: { email },
    headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
  })
  await linkMailedTo(email, `${address}/signin/reset`)
})
