import type { Page } from '@playwright/test'
import { keepUndo, pageOf, signIn } from './dashboard'
import { charge, newOrder, statusOf } from './orders'
import { newShop, scriptLoaded, signInAs } from './people'
import { enter, newAccountShop } from './shop'
import { newShopOrder } from './shop-order'
import { expect, test } from './test'

// A button that is pressed without a network does nothing: neither now nor once the network is back.

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

/** Presses a button while offline, expects to read that nothing was done, closes any dialog, and goes online. */
async function pressOffline(page: Page, press: () => Promise<void>) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
  })
  await scriptLoaded(page)
  await page.context().setOffline(true)
  await press()
  const alert = page.getByRole('alert').filter({ hasText: 'You are offline. Nothing was' })
  // Not after a time-out: all are longer.
  await expect(alert).toBeVisible({ timeout: 10_000 })
  await page.keyboard.press('Escape')
  await page.context().setOffline(false)
  await page.waitForFunction(() => navigator.onLine)
  // Any request that had waited for the network would be sent before these.
  for (let time = 0; time < 2; time++)
    await expect
      .poll(() =>
        page.evaluate(() =>
          fetch('/v1/health').then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      )
      .toBe(true)
  expect(sent).toEqual([])
}

const dialog = (page: Page) => page.getByRole('dialog')

test('a dialog, a refund and a note on the page of an order', async ({ page }) => {
  const { id } = await newOrder(100)
  await charge(id)
  await signIn(page, pageOf(`/orders/${id}`))
  const open = page.getByRole('button', { name: 'Refund' })
  // The dialog cannot show what would be refunded.
  await pressOffline(page, () => open.click())
  await expect(dialog(page)).toBeHidden()
  await open.click()
  const refund = dialog(page).getByRole('button', { name: 'Refund 100,00 kr' })
  await expect(refund).toBeEnabled()
  await dialog(page).getByLabel('Reason').selectOption('requested')
  const refetched = page.waitForResponse(/\/api\/trpc\/.*order\.get/)
  await pressOffline(page, () => refund.click())
  await refetched
  await expect(dialog(page)).toBeHidden()
  expect(await statusOf(id)).toEqual({ charged: 100 })
  // Online, the same button does it.
  await open.click()
  await dialog(page).getByLabel('Reason').selectOption('requested')
  await refund.click()
  await expect(dialog(page)).toBeHidden()
  expect(await statusOf(id)).toEqual({ refunded: 100 })

  await page.getByLabel('Note for your team').fill('Call back on Friday')
  await page.getByRole('button', { name: 'Add note' }).click()
  const remove = page.getByRole('button', { name: 'Delete note' })
  await expect(remove).toBeVisible()
  await pressOffline(page, () => remove.click())
  await remove.click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await keepUndo(page)
  await pressOffline(page, () => undo.click())
  await undo.click()
  await expect(undo).toHaveCount(0)
  await expect(remove).toHaveCount(1)
  await expect(page.getByText('Call back on Friday')).toBeVisible()
})

test('charging several orders, deleting a saved view and choosing columns in the list of orders', async ({
  page,
}) => {
  const shop = await newShop()
  await newShopOrder(shop.privateKey)
  await signInAs(page, shop.email, shop.pageOf('/orders?status=ordered'))
  await page.getByRole('checkbox', { name: /^Select order / }).check()
  await page.getByRole('region', { name: 'Selected orders' }).getByRole('button', { name: 'Charge' }).click()
  const press = dialog(page).getByRole('button', { name: 'Charge 1 order: 100,00 kr' })
  await expect(press).toBeEnabled()
  await pressOffline(page, () => press.click())
  await expect(dialog(page)).toBeHidden()

  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('View name').fill('Reserved')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const remove = page.getByRole('button', { name: 'Delete the view Reserved' })
  await expect(remove).toBeVisible()
  await pressOffline(page, () => remove.click())
  await expect(page.getByRole('link', { name: 'Reserved', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Columns' }).click()
  const column = page.getByRole('checkbox', { name: 'E-mail', exact: true })
  await expect(column).toBeVisible()
  await pressOffline(page, () => column.click())
})

test('a row of a list, which leaves the list where it is', async ({ page }) => {
  const shop = await newShop()
  const { id } = await newShopOrder(shop.privateKey)
  await signInAs(page, shop.email, shop.pageOf('/orders'))
  const row = page.getByRole('table').getByRole('row').nth(1)
  await expect(row).toBeVisible()
  await pressOffline(page, () => row.getByRole('rowheader').getByRole('link').click())
  await expect(row).toBeVisible()
  await expect(page.getByText('You are offline')).toBeHidden()
  await row.getByRole('rowheader').getByRole('link').click()
  await expect(page).toHaveURL(shop.pageOf(`/orders/${id}`))
})

test('saving the settings', async ({ page }) => {
  const shop = await newShop()
  await signInAs(page, shop.email, shop.pageOf('/settings/merchant'))
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Another name')
  await pressOffline(page, () => page.getByRole('button', { name: 'Save settings' }).click())
  await page.reload()
  await expect(name).toHaveValue(shop.name)
})

test('paying and adding a card as a customer', async ({ page }) => {
  const shop = await newAccountShop()
  const { id } = await shop.customer({ pans: ['4000000000000341'] })
  await shop.subscribe(id, { schedule: 'monthly' })
  await shop.advance(1)
  const events = async () => (await shop.call('GET', `/account/${id}/order`))[0].event.length
  const before = await events()
  await enter(page, shop, id)
  await pressOffline(page, () => page.getByRole('button', { name: 'Pay 228,30 kr' }).click())
  await expect(page.getByText('You are offline')).toBeHidden()
  await pressOffline(page, () => page.locator('a[href="/account/cards/new"]').first().click())
  await page.goto('/account/cards/new')
  await page.getByLabel('Card number').fill('4111111111111111')
  await page.getByLabel('Expiry date (MM/YY)').fill('1240')
  await page.getByLabel('Security code').fill('987')
  await pressOffline(page, () => page.getByRole('button', { name: 'Add card' }).click())
  expect(await events()).toBe(before)
  expect((await shop.call('GET', `/account/${id}`)).method).toHaveLength(1)
})

test('signing in', async ({ page }) => {
  await page.goto('/signin')
  await page.getByLabel('E-mail address').fill('owner@example.com')
  await page.getByLabel('Password').fill('a long password')
  await pressOffline(page, () => page.getByRole('button', { name: 'Sign in' }).click())
  await expect(page).toHaveURL(/\/signin$/)
})
