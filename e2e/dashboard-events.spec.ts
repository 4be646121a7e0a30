import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dashboardFaces, look, pageOf, signIn } from './dashboard'
import { call, cardToken } from './demo'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test'

async function newOrder() {
  const payment = { type: 'card', card: await cardToken('4111111111111111') }
  const number = `E-${crypto.randomUUID()}`
  const { body } = await call('POST', '/order', { number, items: 10, currency: 'SEK', payment })
  return { id: body.id as string, number }
}

for (const { name, colorScheme, viewport } of dashboardFaces) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport })

    test('events, callbacks and their settings', async ({ page }, info) => {
      await signIn(page, pageOf('/events'))
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await look(page, info, 'events')
      await page.getByRole('link', { name: 'Callbacks' }).click()
      await expect(page.getByRole('heading', { name: 'Signing secret' })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await look(page, info, 'callbacks')
    })
  })
}

test('a new event appears automatically and links to its order', async ({ page }) => {
  await signIn(page, pageOf('/events'))
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  const { id, number } = await newOrder()
  await page.getByRole('link', { name: new RegExp(`Ordered ${number}`) }).click()
  await expect(page).toHaveURL(pageOf(`/orders/${id}`))
})

test('the event filter is in the URL', async ({ page }) => {
  await signIn(page, pageOf('/events'))
  await page.getByLabel('Show').selectOption('refund')
  await expect(page).toHaveURL(pageOf('/events?type=refund'))
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.first()).toContainText('Refunded')
  await expect(rows.filter({ hasNotText: 'Refunded' })).toHaveCount(0)
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
  await page.getByLabel('New address').fill(url)
  await page.getByRole('button', { name: 'Add' }).click()
  const added = page.getByRole('listitem').filter({ hasText: url })
  await added.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('test')
  await expect(page.getByText('Response 200')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('thanks')).toBeVisible()
  await expectAccessible(page)

  const { id } = await newOrder()
  await expect.poll(() => bodies.map(({ type }) => type), { timeout: 15_000 }).toContain('order.created')
  await page.goto(pageOf(`/orders/${id}`))
  await page
    .getByRole('region', { name: 'Callbacks sent' })
    .getByRole('link', { name: /order.created/ })
    .click()
  await expect(page.getByText('Response 200')).toBeVisible({ timeout: 15_000 })
  const before = bodies.length
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect.poll(() => bodies.length, { timeout: 15_000 }).toBeGreaterThan(before)

  await page.goto(pageOf('/events/callbacks'))
  await added.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove address' }).click()
  await expect(added.getByRole('button')).toHaveCount(0)
  receiver.close()
})

test('a new signing secret is shown once, and the old one keeps signing', async ({ page }) => {
  await signIn(page, pageOf('/events/callbacks'))
  await expect(page.getByText('In use since')).toBeVisible()
  await page.getByRole('button', { name: 'Roll secret' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create new secret' }).click()
  await expect(dialog.locator('code')).toContainText('whsec_')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(/The previous secret also signs callbacks until/)).toBeVisible()
  await expect(page.locator('body')).not.toContainText('whsec_')
})
