import { pageOf } from './dashboard'
import { demo } from './demo'
import { addSession, fillInSignIn, scriptLoaded } from './people'
import { expectPresentable, look, phone } from './screens'
import { scriptSizes } from './script-sizes'
import { expect, expectAccessible, test } from './test'

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('from the front page to the figures of the dashboard, in a chosen theme, out and back again', async ({
    page,
    context,
  }, info) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/signin')
    await expect(page.getByText('demo.json')).toBeVisible()
    await expectPresentable(page)
    await look(page, info, 'signin')

    await fillInSignIn(page, demo().email, demo().password)
    await expect(page).toHaveURL(pageOf())
    await scriptLoaded(page)
    await expect(page.getByText('no real money moves').first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demo Store')
    await expect(page.getByRole('link', { name: /^Net volume.*kr/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Success rate.*orders accepted/ })).toBeVisible()
    const net = page.getByRole('region', { name: 'Net volume by day' })
    await expect(net.locator('rect').first()).toBeAttached()
    await expect(page.getByRole('region', { name: 'To do' }).getByRole('listitem').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Upcoming payments' })).toContainText(/\d payments?/)
    await expectPresentable(page)
    await look(page, info, 'home')

    const drawer = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await expect(drawer).toBeVisible()
    // A large screen has no drawer.
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Merchant: Demo Store/ }).click()
    await expect(page.getByRole('menuitem', { name: /Demo Store/ })).toBeVisible()
    // Before the menu has the focus, Escape closes the drawer.
    await expect(page.locator('[role="menu"]:focus-within')).toBeVisible()
    await page.keyboard.press('Escape')
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    const person = page.getByRole('button', { name: demo().email })
    await person.click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await expect.poll(ground).not.toBe(light)
    const dark = await ground()
    await page.reload()
    expect(await ground()).toBe(dark)
    await scriptLoaded(page)

    await page.getByRole('button', { name: 'Open navigation' }).click()
    await person.click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL('/signin')
    expect((await context.cookies()).some(({ name }) => name.includes('session'))).toBe(false)
    await page.goto(pageOf('?from=mail'))
    await expect(page).toHaveURL(/\/signin\?to=/)
    await page.getByLabel('E-mail address').fill(demo().email)
    await page.getByLabel('Password').fill(demo().password)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(pageOf('?from=mail'))
  })
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

test('pages of customers and developers load nothing of the dashboard', async ({ request }) => {
  for (const path of ['/', '/docs', '/login', '/outbox', '/signin']) {
    const html = await (await request.get(path)).text()
    expect(html).not.toContain('mantine-color-body')
    const sheets = new Set(html.match(/\/_next\/static\/[\w./~-]+\.css/g))
    expect(sheets.size, path).toBeGreaterThan(0)
    for (const sheet of sheets) expect(await (await request.get(sheet)).text()).not.toContain('--mantine-')
  }
})

test('the pages of the dashboard are light on a first visit', async ({ context, browser }) => {
  await addSession(context, demo().email)
  const state = await context.storageState()
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
