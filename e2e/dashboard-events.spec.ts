import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { pageOf, signIn } from './dashboard'
import { call, cardToken } from './demo'
import { signInAs } from './people'
import { expectPresentable, look, phone } from './screens'
import { newAccountShop } from './shop'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test'

async function newOrder() {
  const payment = { type: 'card', card: await cardToken('4111111111111111') }
  const number = `E-${crypto.randomUUID()}`
  const { body } = await call('POST', '/order', { number, items: 10, currency: 'SEK', payment })
  return { id: body.id as string, number }
}

const rowsOf = (page: Page) => page.getByRole('main').locator('tbody tr')

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('events, callbacks, a new signing secret that is shown once, and mail', async ({ page }, info) => {
    await signIn(page, pageOf('/events'))
    await expect(rowsOf(page).first()).toBeVisible()
    await expectPresentable(page)
    await look(page, info, 'events')
    await page.getByRole('link', { name: 'Callbacks' }).click()
    await expect(page.getByRole('heading', { name: 'Signing secret' })).toBeVisible()
    await expect(page.getByText('In use since')).toBeVisible()
    await expectPresentable(page)
    await look(page, info, 'callbacks')
    await page.getByRole('button', { name: 'Roll secret' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create new secret' }).click()
    await expect(dialog.locator('code')).toContainText('whsec_')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await expect(page.getByText(/The previous secret also signs callbacks until/)).toBeVisible()
    await expect(page.locator('body')).not.toContainText('whsec_')
    await page.getByRole('link', { name: 'Mail', exact: true }).click()
    await expect(rowsOf(page).first()).toContainText('@')
    await expectPresentable(page)
    await look(page, info, 'mail')
    await rowsOf(page).first().getByRole('link').click()
    await expect(page.frameLocator('iframe').locator('body')).toContainText('Demo Store')
  })

  test('long names and paths cut no time, and push nothing out of a row', async ({ page }) => {
    const shop = await newAccountShop()
    const { id } = await shop.customer()
    await shop.subscribe(id, { items: [{ name: 'W'.repeat(40), price: 10, vat: 25 }], schedule: 'monthly' })
    await shop.advance(1)
    await signInAs(page, shop.owner, `/dashboard/${shop.merchant}/events`)
    await expect(rowsOf(page).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    const cut = await rowsOf(page)
      .locator('[data-phone="more"], [data-phone="figure"], [data-phone="note"]')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)
    expect(cut).toBe(0)
    await page.goto(`/dashboard/${shop.merchant}/developers/requests`)
    await expect(rowsOf(page).first()).toBeVisible()
    const outside = await rowsOf(page)
      .locator('[data-phone]')
      .evaluateAll((cells) => {
        const right = (element: Element | null) => element?.getBoundingClientRect().right ?? 0
        return cells.filter((cell) => right(cell) > right(cell.closest('tr'))).length
      })
    expect(outside).toBe(0)
  })
})

test('events are filtered in the URL and added up, and a new one appears by itself', async ({ page }) => {
  await signIn(page, pageOf('/events'))
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name: 'Type' }).click()
  await page.getByRole('button', { name: 'Refunds' }).click()
  await expect(page).toHaveURL(pageOf('/events?type=refund'))
  await expect(rowsOf(page).first()).toContainText('Refunded')
  await expect(rowsOf(page).filter({ hasNotText: 'Refunded' })).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: /^\d+ events? · .*(kr|SEK)/ })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(pageOf('/events'))
  await expect(rowsOf(page).filter({ hasNotText: 'Refunded' }).first()).toBeVisible()
  const { id, number } = await newOrder()
  const row = rowsOf(page).filter({ hasText: number }).filter({ hasText: 'Ordered' })
  await row.getByRole('link').click()
  await expect(page).toHaveURL(pageOf(`/orders/${id}`))
})

test('a callback address is added, tested, notified of an order and removed', async ({ page }) => {
  const bodies: { type: string }[] = []
  const receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      bodies.push(JSON.parse(text))
      response.end('thanks')
    })
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${crypto.randomUUID()}`
  await signIn(page, pageOf('/events/callbacks'))
  await expect(page.getByText('In use since')).toBeVisible()
  await page.getByRole('button', { name: 'Add address' }).click()
  await expect(page.getByText('Enter an address, such as https://shop.example/callbacks')).toBeVisible()
  await page.getByLabel('New address').fill(url)
  await page.keyboard.press('Enter')
  const added = page
    .getByRole('listitem')
    .filter({ hasText: url })
    .filter({ has: page.getByRole('button') })
  await expect(added).toBeVisible()
  await expect(page.getByLabel('New address')).toBeFocused()
  await added.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('test')
  await expect(page.getByText('Response 200')).toBeVisible()
  await expect(page.getByText('thanks')).toBeVisible()
  await expectAccessible(page)

  const { id } = await newOrder()
  await expect.poll(() => bodies.map(({ type }) => type)).toContain('order.created')
  await page.goto(pageOf(`/orders/${id}`))
  await page
    .getByRole('tabpanel', { name: /^Callbacks/ })
    .getByRole('link', { name: /order.created/ })
    .click()
  await expect(page.getByText('Response 200')).toBeVisible()
  const before = bodies.length
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect.poll(() => bodies.length).toBeGreaterThan(before)

  await page.goto(pageOf(`/events/callbacks?url=${encodeURIComponent(url)}`))
  await page.getByRole('checkbox', { name: 'Select all callbacks on this page' }).click()
  const again = bodies.length
  await page.getByRole('button', { name: /^Resend \d+ callbacks$/ }).click()
  await expect.poll(() => bodies.length).toBeGreaterThan(again + 1)

  await added.getByRole('button', { name: `More for ${url}` }).click()
  await page.getByRole('menuitem', { name: 'Choose events' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'These events' }).check()
  await dialog.getByRole('checkbox', { name: 'order.created' }).uncheck()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Send \d+ event types$/ }).click()
  await expect(added.getByText(/chosen events/)).toBeVisible()

  await added.getByRole('button', { name: `More for ${url}` }).click()
  await page.getByRole('menuitem', { name: 'Remove address' }).click()
  await page.getByRole('button', { name: 'Remove address' }).click()
  await expect(added).toHaveCount(0)
  receiver.close()
})

test.describe(() => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('a failing callback is labelled as failing, and is resent at once', async ({ page }) => {
    let isDown = true
    const receiver = createServer((request, response) => {
      request.resume()
      request.on('end', () => response.writeHead(isDown ? 503 : 200).end())
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${crypto.randomUUID()}`
    const payment = { type: 'card', card: await cardToken('4111111111111111') }
    await call('POST', '/order', { items: 10, currency: 'SEK', payment, callback })
    await signIn(page, pageOf(`/events/callbacks?status=failing&url=${encodeURIComponent(callback)}`))
    const row = page.getByRole('row', { name: /order\.created/ })
    await expect(row).toContainText(/Failing.*attempt.*, next/)
    await expect(row).toContainText('Response 503')
    await page.route('**/callback.resend*', (route) => route.abort())
    await row.hover()
    await row.getByRole('button', { name: 'Resend' }).click()
    await expect(row.getByRole('alert')).toContainText('could not be reached')
    await page.unroute('**/callback.resend*')
    await row.getByRole('link').click()
    // Until then, Kassa could deliver it by itself, and there would be nothing to try.
    const tryNow = page.getByRole('button', { name: 'Try now' })
    await expect(tryNow).toBeVisible()
    isDown = false
    await tryNow.click()
    // Kassa may have retried it at the same time.
    await expect(page.getByText('Response 200').first()).toBeVisible()
    receiver.close()
  })
})

test('the bell lists notifications, and each person chooses which ones they get', async ({ page }) => {
  await signIn(page, pageOf('/settings/notifications'))
  const disputes = page.getByRole('listitem').filter({ hasText: 'New disputes' })
  await disputes.getByText('Off').click()
  await expect(page.getByText('Disputes: Off')).toBeVisible()
  await page.reload()
  await expect(disputes.getByRole('radio', { name: 'Off' })).toBeChecked()
  await disputes.getByText('Dashboard and e-mail').click()
  await expect(page.getByText('Disputes: Dashboard and e-mail')).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /^Notifications/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Notifications', level: 2 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading notifications' })).toHaveCount(0)
  await expectAccessible(page)
})
