import type { Locator, Page } from '@playwright/test'
import { inDatabase } from './database'
import { addSession } from './people'
import { onEveryScreen } from './screens'
import { newAccountShop } from './shop'
import { expect, expectNoSidewaysScroll, test } from './test'

// Names, numbers and amounts of any length can be read, and nothing scrolls sideways.

const long = 'Rindfleischetikettierungsüberwachungsaufgabe'.repeat(5).slice(0, 200)
const largest = 9_999_999_999_999.99

/** Returns the texts of cells that touch another one, or stand on top of it. */
const overlapping = (page: Page) =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll('main table td')]
    const boxes = cells.flatMap((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const box = range.getBoundingClientRect()
      return box.width > 0 ? [{ text: cell.textContent, box }] : []
    })
    return boxes.flatMap(({ text, box }, place) =>
      boxes
        .slice(place + 1)
        .some(
          ({ box: other }) =>
            box.left < other.right + 4 &&
            other.left < box.right + 4 &&
            box.top < other.bottom - 1 &&
            other.top < box.bottom - 1,
        )
        ? [text]
        : [],
    )
  })

/** How far the content of an element reaches beyond it, in pixels. */
const beyond = (element: Locator) => element.evaluate((one) => one.scrollWidth - one.clientWidth)

test('pages fit every screen with any names and amounts', async ({ page }) => {
  test.slow()
  const shop = await newAccountShop()
  const { id } = await shop.customer({ name: long })
  await shop.customer({ name: long })
  const [{ id: subscription }] = await shop.subscribe(id, { number: long, start: '2090-01-01' })
  const payment = { type: 'account', account: id }
  const item = { name: long, quantity: 2, unit: long, price: 79.2, vat: 25 }
  const order = { number: long, currency: 'SEK', payment }
  const [{ id: lines }] = [
    await shop.call('POST', '/order', { ...order, items: [item] }),
    await shop.call('POST', '/order', { ...order, items: [item] }),
  ]
  const large = await shop.call('POST', '/order', { ...order, items: largest })
  await shop.call('POST', `/order/${large.id}/event`, { type: 'charge' })
  await shop.call('POST', '/order', { ...order, currency: 'EUR', items: 1.5 })
  const base = `/dashboard/${shop.merchant}`
  // Booked by the worker.
  await expect
    .poll(() => inDatabase((sql) => sql`select from journal_entry where merchant_id = ${shop.merchant}`))
    .toHaveLength(1)
  await addSession(page.context(), shop.owner)
  const open = async (path: string, shows: string) => {
    await page.goto(base + path)
    await expect(page.getByRole('main')).toContainText(shows)
    await onEveryScreen(page, () => expectNoSidewaysScroll(page))
  }
  await open(`/accounts/${id}`, 'may belong to the same')
  await open(`/accounts/${id}/order`, 'Create order')
  await open(`/accounts/${id}/subscribe`, 'Add subscription')
  await open(`/subscriptions/${id}/${subscription}/change`, 'Save changes')
  await open(`/orders/${lines}`, 'may have paid twice')
  await page.getByRole('button', { name: 'Charge' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Selected items').click()
  await expect(dialog.getByLabel(long)).toBeVisible()
  await onEveryScreen(page, async () => expect(await beyond(dialog)).toBe(0))
  await open('/orders', long)
  await expect(page.getByRole('status').filter({ hasText: 'orders' })).toContainText('1,50 EUR')
  await open('/orders/new', long)
  await open('/subscriptions/new', long)
  await open('/bookkeeping', 'Charges less refunds')
  const amount = page
    .getByRole('region', { name: 'Entries' })
    .getByText('9 999 999 999 999,99 kr', { exact: true })
    .last()
  await onEveryScreen(page, async () => {
    expect(await overlapping(page)).toEqual([])
    expect(await beyond(amount)).toBeLessThanOrEqual(0)
  })
})
