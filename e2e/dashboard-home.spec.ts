import type { Page } from '@playwright/test'
import { pageOf, signIn } from './dashboard'
import { day } from './days'
import { demo } from './demo'
import { addSession, scriptLoaded, signInAs } from './people'
import { newAccountShop } from './shop'
import { expect, test } from './test'

/** The tile of a figure: a link whose name starts with its amount, unlike those of the newest orders. */
const tile = (page: Page, label: string) =>
  page.getByRole('link', { name: new RegExp(`^${label} [\\d\\s]+,\\d\\d\\skr`) })

test('figures are in the page before any script runs', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await addSession(context, demo().email)
  const page = await context.newPage()
  await page.goto(pageOf())
  await expect(tile(page, 'Charged')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Net volume by day' }).locator('rect')).toHaveCount(30)
  await context.close()
})

test('the period is kept in the URL, a day’s figures are available by keyboard, and figures lead to lists', async ({
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

  // Today is left out: other tests charge and refund orders of this merchant.
  const past = `?period=${day(-30)}..${day(-1)}`
  await page.goto(pageOf(past))
  for (const label of ['Net volume', 'Charged', 'Refunded', 'Monthly recurring revenue']) {
    const figure = /[\d\s]+,\d\d\skr/.exec((await tile(page, label).textContent()) ?? '')?.[0]
    expect(figure).toBeDefined()
    await tile(page, label).click()
    await expect(page).not.toHaveURL(pageOf(past))
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(figure ?? '')
    await page.goBack()
  }
})

test('a suspended account has no upcoming payment, on Home, behind its link or in its panel', async ({
  page,
}) => {
  const shop = await newAccountShop()
  const accounts: string[] = []
  for (const pan of ['4111111111111111', '4000000000000341']) {
    const { id } = await shop.customer({ pans: [pan] })
    await shop.subscribe(id, { schedule: 'monthly' })
    accounts.push(id)
  }
  await shop.advance(10)
  await signInAs(page, shop.owner, `/dashboard/${shop.merchant}`)
  const upcoming = page.getByRole('region', { name: 'Upcoming payments' })
  await expect(upcoming).toContainText('1 payment of 1 subscription')
  await upcoming.getByRole('link', { name: 'Subscriptions due' }).click()
  await expect(page.getByText('1 subscription · 228,30 kr per month')).toBeVisible()
  await page.goto(`/dashboard/${shop.merchant}/accounts?peek=${accounts[1]}`)
  const panel = page.getByRole('complementary', { name: 'Åsa Öberg' })
  await expect(panel.getByRole('link', { name: /Coffee of the month/ }).first()).toBeVisible()
  await expect(panel).toContainText(/suspended/i)
  await expect(panel).not.toContainText(', next ')
})
