import type { Page } from '@playwright/test'
import { addDays, dayOf } from '@/server/model/calendar'
import { pageOf, signIn } from './dashboard'
import { scriptLoaded, signInAs } from './people'
import { expectPresentable, look, phone } from './screens'
import { newShop } from './shop'
import { expect, test } from './test'

/** The tile of a figure: a link whose name starts with its amount, unlike those of the newest orders. */
const tile = (page: Page, label: string) =>
  page.getByRole('link', { name: new RegExp(`^${label} [\\d\\s]+,\\d\\d\\skr`) })

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('Home shows the merchant’s figures', async ({ page }, info) => {
    await signIn(page, pageOf())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demo Store')
    await expect(page.getByRole('link', { name: /^Net volume.*kr/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Success rate.*orders accepted/ })).toBeVisible()
    const net = page.getByRole('region', { name: 'Net volume by day' })
    await expect(net.locator('rect').first()).toBeAttached()
    await expect(page.getByRole('region', { name: 'To do' }).getByRole('listitem').first()).toBeVisible()
    const upcoming = page.getByRole('region', { name: 'Upcoming payments' })
    await expect(upcoming).toContainText(/\d payments?/)
    await expectPresentable(page)
    await look(page, info, 'home')
  })
})

test('figures are in the page before any script runs', async ({ page, browser }) => {
  await signIn(page, pageOf())
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const still = await context.newPage()
  await still.goto(pageOf())
  await expect(tile(still, 'Charged')).toBeVisible()
  await expect(still.getByRole('region', { name: 'Net volume by day' }).locator('rect')).toHaveCount(30)
  await context.close()
})

test('the period is kept in the URL, and a day’s exact figures are available by keyboard', async ({
  page,
}) => {
  await signIn(page, pageOf())
  const charged = tile(page, 'Charged')
  await expect(charged).toContainText('kr')
  const month = await charged.textContent()
  await page.getByRole('button', { name: 'Period: Last 30 days' }).click()
  await page.getByRole('menuitem', { name: 'Last 90 days' }).click()
  await expect(page).toHaveURL(/period=90d/)
  await expect(charged).not.toHaveText(month ?? '')
  const quarter = await charged.textContent()
  await page.reload()
  await scriptLoaded(page)
  await expect(page.getByRole('button', { name: 'Period: Last 90 days' })).toBeVisible()
  const chart = page.getByRole('region', { name: 'Net volume by day' })
  const slider = chart.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', /kr; before: .*kr/)
  await expect(chart.getByText('Refunded', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Period: Last 30 days' })).toBeVisible()
  await expect(charged).not.toHaveText(quarter ?? '')
})

test('each figure leads to a list with the same sum', async ({ page }) => {
  await signIn(page, pageOf())
  // Today is left out: other tests charge and refund orders of this merchant.
  const today = dayOf(new Date(), 'Europe/Stockholm')
  const past = `?period=${addDays(today, -30)}..${addDays(today, -1)}`
  for (const label of ['Net volume', 'Charged', 'Refunded', 'Monthly recurring revenue']) {
    await page.goto(pageOf(past))
    const figure = /[\d\s]+,\d\d\skr/.exec((await tile(page, label).textContent()) ?? '')?.[0]
    expect(figure).toBeDefined()
    await tile(page, label).click()
    await expect(page).not.toHaveURL(pageOf(past))
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(figure ?? '')
  }
})

test('upcoming payments lead to the subscriptions that are charged, not to suspended ones', async ({
  page,
}) => {
  const shop = await newShop()
  for (const pan of ['4111111111111111', '4000000000000341']) {
    const { id } = await shop.customer({ pans: [pan] })
    await shop.subscribe(id, { schedule: 'monthly' })
  }
  await shop.advance(10)
  await signInAs(page, shop.owner, `/dashboard/${shop.merchant}`)
  const upcoming = page.getByRole('region', { name: 'Upcoming payments' })
  await expect(upcoming).toContainText('1 payment')
  await upcoming.getByRole('link', { name: 'Next 30 days' }).click()
  await expect(page.getByText('1 subscription · 228,30 kr per month')).toBeVisible()
})
