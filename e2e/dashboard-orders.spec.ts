import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { keepUndo, pageOf, signIn } from './dashboard'
import { inDatabase } from './database'
import { call, demo } from './demo'
import { charge, newOrder, statusOf } from './orders'
import { signInAs } from './people'
import { expectPresentable, look, phone } from './screens'
import { expect, expectAccessible, test } from './test'

const dialog = (page: Page) => page.getByRole('dialog')
const rowsOf = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('from the list of orders to an order and a refund of it', async ({ page }, info) => {
    const lines = [
      { name: 'Espresso cups, pair', price: 239.2, vat: 25, quantity: 2 },
      { name: 'Coffee beans 1 kg', price: 159.2, vat: 12 },
    ]
    const { id, number } = await newOrder(lines)
    await charge(id)
    await signIn(page, pageOf('/orders'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
    const row = rowsOf(page).filter({ hasText: number })
    await expect(row).toContainText('776,30')
    await expectPresentable(page)
    await look(page, info, 'orders')

    await row.getByRole('link', { name: number, exact: true }).click()
    await expect(page).toHaveURL(pageOf(`/orders/${id}`))
    await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Charged 776,30')
    await look(page, info, 'order')

    await page.getByRole('button', { name: 'Refund' }).click()
    await expect(dialog(page).getByRole('button', { name: 'Refund 776,30 kr' })).toBeEnabled()
    await expect(dialog(page).getByRole('radio', { name: /^All/ })).toBeFocused()
    await dialog(page).getByText('Selected items').click()
    await dialog(page).getByLabel('Espresso cups, pair').fill('1')
    await expect(dialog(page)).toContainText('299,00 kr will be refunded to')
    await dialog(page).getByRole('button', { name: 'Refund 299,00 kr' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Choose a reason for the refund.')
    await dialog(page).getByLabel('Reason').selectOption('other')
    await dialog(page).getByLabel('Note for your team').fill('A cup was broken.')
    await expectPresentable(page)
    await look(page, info, 'refund')
    await dialog(page).getByRole('button', { name: 'Refund 299,00 kr' }).click()
    await expect(dialog(page)).toBeHidden()
    const activity = page.getByRole('region', { name: 'Activity' })
    await expect(activity).toContainText('Refunded 299,00')
    await expect(activity).toContainText('Reason: other')
    await expect(activity).toContainText('A cup was broken.')
    await expect(activity).toContainText(demo().email)
    await page.getByLabel('Add a tag').fill('breakage')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove the tag breakage' }).press('Enter')
    await keepUndo(page)
    await expect(page.getByLabel('Add a tag')).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Remove the tag breakage' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'breakage' })).toHaveAttribute(
      'href',
      /\/orders\?tag=breakage$/,
    )
    await expect(page).toHaveTitle(`Order ${number} · Kassa`)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByLabel('Note for your team')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await expectPresentable(page)
    expect(await statusOf(id)).toEqual({ charged: 477.3, refunded: 299 })
  })
})

test.describe(() => {
  test.use({ expectedErrors: [/status of (400|404|409)/] })

  test('part of an order is charged, unless it has changed meanwhile, and the rest is cancelled', async ({
    page,
  }) => {
    const { id } = await newOrder(100)
    await signIn(page, pageOf(`/orders/${id}`))
    const charge = page.getByRole('button', { name: 'Charge' })
    const leave = {
      'the Escape key': () => page.keyboard.press('Escape'),
      'a press beside the dialog': () => page.mouse.click(5, 5),
    }
    for (const [how, act] of Object.entries(leave))
      await test.step(`the button has the focus again after ${how}`, async () => {
        await charge.focus()
        await page.keyboard.press('Enter')
        await expect(dialog(page).locator(':focus')).toHaveCount(1)
        await act()
        await expect(dialog(page)).toBeHidden()
        await expect(charge).toBeFocused()
      })
    await page.keyboard.press('Enter')
    const all = dialog(page).getByRole('button', { name: 'Charge 100,00 kr' })
    await expect(all).toBeEnabled()
    await call('POST', `/order/${id}/event`, { type: 'charge', items: 40 })
    await all.click()
    await expect(dialog(page).getByRole('alert')).toContainText('The order has changed in the meantime')
    await expect(dialog(page)).toContainText('All: 60,00 kr')
    await expect(dialog(page).getByRole('button', { name: 'Charge 60,00 kr' })).toBeEnabled()
    expect(await statusOf(id)).toEqual({ ordered: 60, charged: 40 })
    await page.keyboard.press('Escape')
    await charge.click()
    await dialog(page).getByText('Part of it').click()
    await dialog(page).getByLabel('Amount in SEK').fill('60,01')
    await expect(dialog(page)).toContainText('60,00 kr is left. Enter that amount or less.')
    await expect(dialog(page).getByRole('button', { name: 'Charge' })).toBeDisabled()
    await dialog(page).getByLabel('Amount in SEK').fill('13,37')
    await dialog(page).getByRole('button', { name: 'Charge 13,37 kr' }).click()
    await page.getByRole('link', { name: 'Cancel the rest' }).click()
    await dialog(page).getByRole('button', { name: 'Cancel 46,63 kr' }).click()
    await expect(dialog(page)).toBeHidden()
    expect(await statusOf(id)).toEqual({ charged: 53.37, cancelled: 46.63 })
  })

  test('a failed refund says why, and one without a response is done once, however often it is pressed', async ({
    page,
  }) => {
    const [failing, { id }] = [await newOrder(100, { pan: '4000000000005126' }), await newOrder(100)]
    await charge(failing.id)
    await charge(id)
    await signIn(page, pageOf(`/orders/${failing.id}`))
    await page.getByRole('button', { name: 'Refund' }).click()
    await dialog(page).getByLabel('Reason').selectOption('fraud')
    await dialog(page).getByRole('button', { name: 'Refund 100,00 kr' }).click()
    await expect(dialog(page).getByRole('alert').locator('code')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Refund failed')
    expect(await statusOf(failing.id)).toEqual({ charged: 100 })

    await page.goto(pageOf(`/orders/${id}`))
    // The server does it, and the browser gets the error for a card service that has not responded.
    const content = { type: 'Card service', description: 'The card service has not responded yet.' }
    const code = 'card-service.no-response'
    const details = { status: 504, type: 'backend timeout', content, code, outcome: 'unknown' }
    const error = { message: '', code: -32000, data: { code: 'GATEWAY_TIMEOUT', httpStatus: 504, details } }
    await page.route(
      '**/api/trpc/order.operate*',
      async (route) => {
        await route.fetch()
        await route.fulfill({ json: [{ error: { json: error } }] })
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Refund' }).click()
    await expect(dialog(page).getByRole('button', { name: 'Refund 100,00 kr' })).toBeEnabled()
    await dialog(page).getByLabel('Reason').selectOption('requested')
    await dialog(page).getByText('Part of it').click()
    await dialog(page).getByLabel('Amount in SEK').fill('30')
    await dialog(page).getByRole('button', { name: 'Refund 30,00 kr' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('has not responded yet')
    await dialog(page).getByRole('button', { name: 'Refund 30,00 kr' }).click()
    await expect(dialog(page)).toBeHidden()
    expect(await statusOf(id)).toEqual({ charged: 70, refunded: 30 })
  })
})

test.describe(() => {
  test.use({ expectedErrors: [/status of (400|404)|ERR_FAILED/] })

  test('what does not exist or cannot be loaded is named, with a way on', async ({ page }) => {
    await signIn(page, pageOf('/orders/AAAAAAAAAAAAAAAA'))
    await expect(page.getByText('Order not found')).toBeVisible()
    await expectAccessible(page)
    for (const [path, title] of [
      ['/accounts/AAAAAAAAAAAAAAAA', 'Account not found'],
      ['/subscriptions/AAAAAAAAAAAAAAAA/AAAA', 'Subscription not found'],
      ['/../AAAAAAAA', 'Merchant not found'],
    ] as const) {
      await page.goto(pageOf(path))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    }
    await page.goto(pageOf('/orders?peek=AAAAAAAAAAAAAAAA'))
    const panel = page.getByRole('complementary', { name: 'Order' })
    await expect(panel).toContainText('The order could not be found')
    await expect(panel.getByRole('button', { name: 'Try again' })).toHaveCount(0)

    await page.goto(pageOf('/orders?start=soon'))
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Orders could not be loaded')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Created: soon' }).click()
    await expect(page.getByRole('button', { name: 'Last 7 days' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('alert').getByRole('button', { name: 'Start over' }).click()
    await expect(rowsOf(page).first()).toBeVisible()

    await page.route('**/api/trpc/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Accounts', exact: true }).click()
    await expect(page.getByRole('status', { name: 'Loading accounts' })).toBeVisible()
    await expect(page.getByText('Accounts could not be loaded')).toBeVisible()
    await page.unroute('**/api/trpc/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rowsOf(page).first()).toBeVisible()
  })
})

test('a viewer can see an order but not change it', async ({ page }) => {
  const { id } = await newOrder(100)
  const userId = crypto.randomUUID()
  const email = `viewer-${userId}@example.com`
  await inDatabase(async (sql) => {
    await sql`insert into "user" (id, email, password_hash, created)
      select ${userId}, ${email}, password_hash, now() from "user" where email = ${demo().email}`
    await sql`insert into membership (merchant_id, user_id, role, created)
      values (${demo().merchant}, ${userId}, 'viewer', now())`
  })
  await signInAs(page, email, pageOf(`/orders/${id}`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('100,00')
  await expect(page.getByRole('button', { name: 'Charge' })).toHaveCount(0)
})

test('several orders are charged together, exactly as confirmed', async ({ page }) => {
  const numbers = [`M-${crypto.randomUUID()}`, `M-${crypto.randomUUID()}`]
  const ids = [await newOrder(10, { number: numbers[0] }), await newOrder(2.5, { number: numbers[1] })].map(
    ({ id }) => id,
  )
  await signIn(page, pageOf('/orders?status=ordered'))
  for (const number of numbers) await page.getByLabel(`Select order ${number}`).check()
  const chosen = page.getByRole('region', { name: 'Selected orders' })
  await expect(chosen).toContainText('2 orders selected')
  await chosen.getByRole('button', { name: 'Charge' }).click()
  for (const number of numbers)
    await expect(dialog(page).getByRole('listitem').filter({ hasText: number })).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Charge 2 orders: 12,50 kr' }).click()
  await expect(dialog(page)).toContainText('Charged 10,00 kr')
  await expect(dialog(page)).toContainText('Charged 2,50 kr')
  await dialog(page).getByRole('button', { name: 'Back to orders' }).click()
  for (const number of numbers) await expect(page.getByLabel(`Select order ${number}`)).toHaveCount(0)
  expect(await Promise.all(ids.map(statusOf))).toEqual([{ charged: 10 }, { charged: 2.5 }])
})

test('a charged order has a document that can be found in the list', async ({ page }) => {
  const { id, number } = await newOrder([{ name: 'Coffee beans 1 kg', price: 159.2, vat: 12 }])
  await charge(id)
  // Issued by the worker.
  await expect
    .poll(() => inDatabase((sql) => sql`select from document where order_id = ${id}`))
    .toHaveLength(1)
  await signIn(page, pageOf(`/orders/${id}`))
  await expect(page.getByRole('link', { name: /^PDF of/ })).toBeVisible()
  await page.goto(pageOf(`/documents?search=${number}`))
  await expect(page.getByRole('main')).toContainText('1 document · 178,30 kr')
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^PDF of/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)
})

test('filtered orders are exported to members only, and the filters are saved as a view', async ({
  page,
  request,
}) => {
  const { number } = await newOrder(12.5)
  const name = `View ${crypto.randomUUID().slice(0, 8)}`
  const path = pageOf(`/orders/export?number=${number}&least=10`)
  expect((await request.get(path)).url()).toContain('/signin')
  await signIn(page, pageOf(`/orders?number=${number}&least=10`))
  const elsewhere = path.replace(demo().merchant, 'AAAAAAAA')
  expect((await page.request.get(elsewhere)).status()).toBe(404)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.trim().split('\n')).toHaveLength(2)
  expect(text).toContain(`${number};`)

  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('View name').fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const views = page.getByRole('navigation', { name: 'Saved views' })
  await views.getByRole('link', { name: 'All orders' }).click()
  await expect(page).toHaveURL(pageOf('/orders'))
  await views.getByRole('link', { name }).click()
  await expect(page).toHaveURL(new RegExp(`least=10&number=${number}&columns=number`))
  await expect(page.getByRole('button', { name: 'Amount: from 10' })).toBeVisible()
  await expectAccessible(page)
  await views.getByRole('button', { name: `Delete the view ${name}` }).press('Enter')
  await keepUndo(page)
  await expect(views.getByRole('link', { name })).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(views.getByRole('link', { name })).toBeVisible()
})
