import type { Page } from '@playwright/test'
import { pageOf, signIn } from './dashboard'
import { call, cardToken, demo } from './demo'
import { holdRequests } from './hold-back'
import { newOrder, statusOf } from './orders'
import { addSession, fillInSignIn, newShop, signInAs } from './people'
import { expect, test } from './test'

// What users have started on a page is not lost, whatever happens.

const scripts = /\/_next\/static\/.*\.js$/

/** Opens a page whose scripts load once the returned function is called. */
async function openWithoutScript(page: Page, path: string, isHeld?: (script: string) => boolean) {
  await page.unrouteAll()
  const release = await holdRequests(page, scripts, isHeld)
  await page.goto(pageOf(path), { waitUntil: 'commit' })
  return release
}

/** Collects the addresses of what a page sends from now on. */
function sentBy(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  return sent
}

test('before its script loads, a list shows its filters, keeps typed text, and can be filtered and searched', async ({
  page,
  browser,
}) => {
  const method = [{ type: 'token', card: await cardToken('4111111111111111') }]
  await call('POST', '/account', { customer: { name: 'Jane Doe' }, method })
  await addSession(page.context(), demo().email)
  const release = await openWithoutScript(page, '/accounts?status=active')
  await expect(page.getByRole('button', { name: 'Status: Active' })).toBeVisible()
  const field = page.getByLabel('Search accounts')
  await field.fill('Jane')
  release()
  // The script requests the list.
  await expect(page.getByRole('main').locator('tbody tr').first()).toBeVisible()
  await expect(field).toHaveValue('Jane')
  await field.press('Enter')
  await expect(page).toHaveURL(pageOf('/accounts?status=active&search=Jane'))
  await expect(page.getByRole('button', { name: 'Status: Active' })).toBeVisible()

  const releaseOrders = await openWithoutScript(page, '/orders?status=refunded&number=K-1')
  await page.getByRole('button', { name: 'Remove filter: Status' }).press('Enter')
  releaseOrders()
  await expect(page).toHaveURL(pageOf('/orders?number=K-1'))
  await expect(page.getByRole('button', { name: 'Number: K-1' })).toBeFocused()

  // Scripts that never load are reported as errors of a page, so this one is not watched.
  const context = await browser.newContext()
  await addSession(context, demo().email)
  const still = await context.newPage()
  await still.route('**/_next/static/**/*.js', (route) => route.abort())
  await still.goto(pageOf('/accounts?status=active&sort=name'), { waitUntil: 'commit' })
  await still.getByLabel('Search accounts').fill('Jane')
  await still.keyboard.press('Enter')
  // The filters and the order that were set stay.
  await expect(still).toHaveURL(/\/accounts\?status=active&sort=name&search=Jane$/)
  await context.close()
})

test('before the script loads, the last press counts and is done once', async ({ page }) => {
  await addSession(page.context(), demo().email)
  const create = page.getByRole('button', { name: 'Create account' })
  const menu = page.getByRole('button', { name: /Switch merchant/ })
  const opened = page.getByRole('menuitem', { name: 'New merchant' })
  const sent = sentBy(page)

  await test.step('a press after that of a form', async () => {
    const release = await openWithoutScript(page, '/accounts/new')
    await create.click()
    await menu.click()
    release()
    await expect(opened).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create account')
    expect(sent).toEqual([])
  })

  await test.step('a press while the last script loads', async () => {
    let isHeld = false
    const release = await openWithoutScript(page, '/accounts/new', (script) => {
      // The script of the page itself, which React needs after that of the navigation.
      const isLast = script.includes('title:"Create account"')
      isHeld ||= isLast
      return isLast
    })
    const hasProps = (button: Element) => Object.keys(button).some((key) => key.startsWith('__reactProps'))
    await expect.poll(() => menu.evaluate(hasProps), { timeout: 60_000 }).toBe(true)
    await menu.click()
    expect(isHeld).toBe(true)
    release()
    await expect(opened).toBeVisible()
  })

  await test.step('a form that is submitted twice', async () => {
    const release = await openWithoutScript(page, '/accounts/new')
    await page.getByLabel('Name', { exact: true }).fill('Jane Early')
    await create.click()
    await create.click()
    release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jane Early')
    expect(sent.filter((url) => /accounts?\.create/.test(url))).toHaveLength(1)
  })
})

const mayBeDone =
  'No response arrived, so it may have gone through. Press the button again without changing anything to see the outcome. Nothing will be done twice.'

test.describe(() => {
  test.use({ expectedErrors: [/status of 401|ERR_FAILED/] })

  test('a form keeps its input when the session ends', async ({ page, context }) => {
    const shop = await newShop()
    await signInAs(page, shop.email, shop.pageOf('/accounts/new'))
    await page.getByLabel('Name', { exact: true }).fill('Jane Doe')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Create account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
    await expect(dialog).toContainText('Nothing was done.')
    const opened = context.waitForEvent('page')
    await dialog.getByRole('link', { name: 'Sign in in a new tab' }).click()
    const other = await opened
    await fillInSignIn(other, shop.email)
    await expect(other).toHaveURL(new RegExp(shop.pageOf('/accounts/new')))
    await other.close()
    // Returning to this tab is enough; no button needs to be pressed.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Jane Doe')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jane Doe')
  })

  test('a merchant is created once, even if the response is lost', async ({ page }) => {
    const shop = await newShop()
    await signInAs(page, shop.email, shop.pageOf())
    await page.getByRole('button', { name: /Switch merchant/ }).click()
    await page.getByRole('menuitem', { name: 'New merchant' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Second shop')
    await page.route('**/api/trpc/**', async (route) => {
      if (route.request().method() === 'POST') await route.fetch()
      await route.abort()
    })
    const create = dialog.getByRole('button', { name: 'Create merchant' })
    await create.click()
    await expect(dialog.getByRole('alert')).toHaveText(mayBeDone)
    await page.unroute('**/api/trpc/**')
    await create.click()
    await expect(dialog.getByText('has been created, and you are its owner')).toBeVisible()
    await dialog.getByRole('link', { name: 'Open merchant' }).click()
    await expect(page.getByRole('button', { name: 'Merchant: Second shop' })).toBeVisible()
    await page.getByRole('button', { name: /Switch merchant/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Second shop' })).toHaveCount(1)
  })

  test('a confirmation stays open when the network fails', async ({ page }) => {
    const { id } = await newOrder(100)
    await signIn(page, pageOf(`/orders/${id}`))
    await page.getByRole('button', { name: 'Charge' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Part of it').click()
    await dialog.getByLabel('Amount in SEK').fill('40')
    const press = dialog.getByRole('button', { name: 'Charge 40,00 kr' })
    await expect(press).toBeEnabled()
    // The charge arrives, but its response is lost, and later queries fail.
    let asked = 0
    await page.route('**/api/trpc/**', async (route) => {
      if (route.request().method() === 'POST') await route.fetch()
      else asked += 1
      await route.abort()
    })
    await press.click()
    await expect(dialog.getByRole('alert')).toHaveText(mayBeDone)
    // The page requests its order, retries, and then stops.
    await expect.poll(() => asked).toBeGreaterThan(2)
    await expect(press).toBeEnabled()
    await page.unroute('**/api/trpc/**')
    // Closed instead of sent again, it shows what was done.
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('60,00 kr still authorised')).toBeVisible()
    await page.getByRole('button', { name: 'Charge' }).click()
    expect(await statusOf(id)).toEqual({ charged: 40, ordered: 60 })

    const rest = dialog.getByRole('button', { name: 'Charge 60,00 kr' })
    await expect(rest).toBeEnabled()
    await page.route(
      '**/api/trpc/order.operate*',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await rest.click()
    await expect(dialog.getByRole('alert')).toHaveText(mayBeDone)
    // Returning to the tab refreshes the page, but nothing is left that a preview could show.
    let previews = 0
    page.on('request', (request) => {
      if (request.url().includes('order.preview')) previews += 1
    })
    await page.evaluate(async () => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      // What the event requests is requested before this has a response.
      await fetch('/v1/health')
    })
    expect(previews).toBe(0)
    await rest.click()
    await expect(dialog).toBeHidden()
    expect(await statusOf(id)).toEqual({ charged: 100 })
  })
})
