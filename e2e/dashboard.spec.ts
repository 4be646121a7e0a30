import { pageOf, signIn, signInByForm } from './dashboard'
import { demo } from './demo'
import { expectPresentable, look, phone } from './screens'
import { scriptSizes } from './script-sizes'
import { expect, expectAccessible, test } from './test'

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('from the front page to the dashboard and out again', async ({ page, context }, info) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/signin')
    await expect(page.getByText('demo.json')).toBeVisible()
    await expectPresentable(page)
    await look(page, info, 'signin')

    await signInByForm(page)
    await expect(page).toHaveURL(pageOf())
    await expect(page.getByText('no real money moves').first()).toBeVisible()
    await expectPresentable(page)
    await look(page, info, 'home')

    const drawer = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await expect(drawer).toBeVisible()
    // A large screen has no drawer.
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Merchant: Demo Store/ }).click()
    await expect(page.getByRole('menuitem', { name: /Demo Store/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: demo().email }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL('/signin')
    expect((await context.cookies()).some(({ name }) => name.includes('session'))).toBe(false)
    await page.goto(pageOf())
    await expect(page).toHaveURL(/\/signin\?to=/)
  })
})

test('the chosen light or dark theme is kept', async ({ page }) => {
  await signIn(page)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('button', { name: demo().email }).click()
  await page.getByRole('menuitem', { name: 'Dark' }).click()
  await expect.poll(ground).not.toBe(light)
  await expectAccessible(page)
  const dark = await ground()
  await page.reload()
  expect(await ground()).toBe(dark)
})

test('signing in leads back to the requested page', async ({ page }) => {
  await page.goto(pageOf('?from=mail'))
  await expect(page).toHaveURL(/\/signin\?to=/)
  const { email, password } = demo()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(pageOf('?from=mail'))
})

test.describe(() => {
  test.use({ expectedErrors: [/status of 401/] })

  test('a wrong password shows what to do, and too many show when to try again', async ({ page }) => {
    await page.goto('/signin')
    await page.getByLabel('E-mail address').fill(`nobody-${crypto.randomUUID()}@example.com`)
    for (let count = 0; count < 10; count++) {
      await page.getByLabel('Password').fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
      await expect(page.getByRole('alert').first()).toContainText('is wrong. Check both')
    }
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').first()).toContainText(/Try again in 1[345] minutes/)
  })
})

test.describe(() => {
  test.use({ expectedErrors: [/status of 404/] })

  test('another user’s merchant is not found', async ({ page }) => {
    await signIn(page)
    await page.goto('/dashboard/AAAAAAAA')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  })
})

test('pages of customers and developers load nothing of the dashboard', async ({ page }) => {
  for (const path of ['/', '/docs', '/login', '/outbox', '/signin']) {
    await page.goto(path)
    expect(await page.content()).not.toContain('mantine-color-body')
    const rules = await page.evaluate(() =>
      [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join(),
    )
    expect(rules).not.toContain('--mantine-')
  }
})

test('the pages of the dashboard are light on a first visit', async ({ page, browser }) => {
  await signIn(page, pageOf())
  const state = await page.context().storageState()
  for (const path of ['', '/orders', '/subscriptions', '/settings/branding', '/developers']) {
    const { all, first } = await scriptSizes(browser, state, pageOf(path))
    test.info().annotations.push({
      type: path || 'home',
      description: `${Math.round(first / 1000)} kB of scripts first, ${Math.round(all / 1000)} in all`,
    })
    expect(first, path).toBeGreaterThan(50_000)
    expect(first, path).toBeLessThanOrEqual(350_000)
    // Only Home has charts, which load after everything else.
    if (path !== '') expect(all, path).toBeLessThanOrEqual(350_000)
  }
})
