import type { Page } from '@playwright/test'
import { pageOf, signIn } from './dashboard'
import { call } from './demo'
import { charge, newOrder } from './orders'
import { scriptLoaded } from './people'
import { phone } from './screens'
import { expect, expectAccessible, test } from './test'

/** The rows of the list, without its head. */
const rowsOf = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')

/** Presses a key as soon as the side panel has closed, which must not open it again. */
const pressOnceClosed = (page: Page, key: string) =>
  page.evaluate((pressed) => {
    const press = () => {
      if (document.querySelector('aside[aria-label^=Order]')) return
      observer.disconnect()
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }))
    }
    const observer = new MutationObserver(press)
    observer.observe(document.body, { childList: true, subtree: true })
  }, key)

/** Opens the fields of a filter that is not set. */
async function addFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('the filters are in the URL, and going back restores them', async ({ page }) => {
  const { number } = await newOrder(10)
  await signIn(page, pageOf('/orders'))
  await addFilter(page, 'Status')
  await page.getByRole('button', { name: 'Refunded', exact: true }).click()
  await expect(page).toHaveURL(pageOf('/orders?status=refunded'))
  await expect(page.getByRole('button', { name: 'Status: Refunded' })).toBeFocused()
  await expect(rowsOf(page).first()).toContainText(/efunded/)
  await expect(page.getByText(/^\d+ orders/)).toBeVisible()
  await addFilter(page, 'Number')
  await page.getByRole('textbox', { name: 'Number', exact: true }).fill(number)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('No matching orders')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await scriptLoaded(page)
  await expect(page.getByRole('button', { name: `Number: ${number}` })).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: Status' }).press('Enter')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: `Number: ${number}` })).toBeFocused()
  await page.goBack()
  await expect(page.getByText('No matching orders')).toBeVisible()
  await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).press('Enter')
  await expect(page).toHaveURL(pageOf('/orders'))
  await expect(page.getByRole('button', { name: '+ Filter' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Status: Refunded' })).toBeVisible()
})

test('orders are found by part of a number, and by keyboard', async ({ page }) => {
  const [first, second] = [`K-${crypto.randomUUID()}`, `K-${crypto.randomUUID()}`]
  const { id } = await newOrder(10, { number: first })
  await newOrder(2.5, { number: second })
  await signIn(page, pageOf(`/orders?search=${first.slice(2, 20)}`))
  await expect(rowsOf(page)).toHaveCount(1)
  await page.keyboard.press('/')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('K-')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(pageOf('/orders?search=K-'))
  await expect(rowsOf(page).nth(1)).toContainText(first)
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: second, exact: true })).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Selected orders' })).toContainText(
    '2 orders selected · 12,50 kr',
  )
  await page.keyboard.press('o')
  const panel = page.getByRole('complementary', { name: `Order ${first}` })
  await expect(panel).toContainText('10,00')
  await expectAccessible(page)
  await page.keyboard.press('k')
  const other = page.getByRole('complementary', { name: `Order ${second}` })
  await expect(other).toBeVisible()
  await pressOnceClosed(page, 'j')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: first, exact: true })).toBeFocused()
  await expect(other).toHaveCount(0)
  await expect(page).toHaveURL(pageOf('/orders?search=K-'))
  await page.keyboard.press('k')
  // With selected rows, Enter goes to what can be done with them, and Escape gives them up.
  const selected = page.getByRole('region', { name: 'Selected orders' })
  await page.keyboard.press('Enter')
  await expect(selected.getByRole('button', { name: 'Charge' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(selected).toHaveCount(0)
  await expect(page.getByRole('link', { name: second, exact: true })).toBeFocused()
  await page.keyboard.press('?')
  await expectAccessible(page)
  await page
    .getByRole('dialog', { name: 'Keyboard shortcuts in lists' })
    .getByRole('button', { name: 'Close' })
    .press('Enter')
  await expect(page.getByRole('link', { name: second, exact: true })).toBeFocused()
  // A panel that a button opens has the focus while it is open.
  const quickView = page.getByRole('button', { name: `Quick view of order ${second}`, exact: true })
  await quickView.press('Enter')
  await expect(other).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(quickView).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(pageOf(`/orders/${id}`))
  await page.goBack()
  await expect(page).toHaveURL(pageOf('/orders?search=K-'))
})

test('the list has pages, a sort order, remembered columns, and a search that going back undoes', async ({
  page,
}) => {
  await signIn(page, pageOf('/orders'))
  const rows = rowsOf(page)
  await expect(rows).toHaveCount(50)
  const first = await rows.first().textContent()
  await page.getByRole('link', { name: 'Next page' }).press('Enter')
  await expect(page).toHaveURL(/after=/)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(rows.first()).not.toHaveText(first ?? '')
  await page.getByRole('link', { name: 'First page' }).click()
  await expect(page).toHaveURL(pageOf('/orders'))

  const heads = page.getByRole('columnheader')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Card' }).uncheck()
  await expect(heads.filter({ hasText: /^Card$/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.reload()
  await expect(heads.filter({ hasText: 'Customer' })).toBeVisible()
  await expect(heads.filter({ hasText: /^Card$/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset to default' }).click()
  await expect(heads.filter({ hasText: /^Card$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^Amount/ }).click()
  await expect(page).toHaveURL(pageOf('/orders?sort=amount-down'))
  await expect(heads.filter({ hasText: 'Amount' })).toHaveAttribute('aria-sort', 'descending')

  const field = page.getByRole('searchbox', { name: 'Search orders' })
  await field.fill('nothing like this')
  await expect(page).toHaveURL(/[?&]search=nothing\+like\+this(&|$)/)
  await page.goBack()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  // Leaving the field finds nothing to search for, and leaves the page that forward leads to.
  await field.blur()
  await page.goForward()
  await expect(page).toHaveURL(/[?&]search=nothing\+like\+this(&|$)/)
  await expect(field).toHaveValue('nothing like this')
  // What is typed is searched for at once when the field is left.
  await field.fill('K-')
  await field.blur()
  await expect(page).toHaveURL(/[?&]search=K-(&|$)/)
})

test('a declined checkout and a failed refund are in the list of failed attempts', async ({ page }) => {
  const number = `A-${crypto.randomUUID()}`
  const { body } = await call('POST', '/card', { pan: '4000000000009995', expires: [12, 30], csc: '987' })
  const payment = { type: 'card', card: body.token }
  await call('POST', '/order', { number, items: 31, currency: 'SEK', payment })
  const { id } = await newOrder(100, { pan: '4000000000005126', number: `${number}-2` })
  await charge(id)
  await call('POST', `/order/${id}/event`, { type: 'refund' })
  await signIn(page, pageOf(`/attempts?search=${number}`))
  const declined = rowsOf(page).filter({ hasText: 'Insufficient funds' })
  await expect(declined).toHaveCount(1)
  await declined.getByRole('link').click()
  await expect(page.getByRole('complementary', { name: 'Payment failed' })).toContainText(number)
  await expectAccessible(page)
  await expect(page).toHaveURL(new RegExp(`search=${number}&peek=`))
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone)
  const reason = rowsOf(page)
    .getByRole('cell', { name: /^Refund: / })
    .first()
  expect(await reason.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)
})
