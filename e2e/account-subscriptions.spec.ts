import { enter, newAccountShop } from './shop'
import { expect, test } from './test'

// The server renders what these tests read, and pages without scripts load faster.
test.use({ javaScriptEnabled: false })

test('a failed payment without items is called after its subscription, on every page', async ({ page }) => {
  const shop = await newAccountShop()
  const { id } = await shop.customer({ pans: ['4000000000000341'] })
  await shop.subscribe(id, { number: 'W-1', items: 49.9, schedule: 'monthly' })
  await shop.advance(1)
  await enter(page, shop, id)
  await expect(page.getByRole('link', { name: /^Subscription W-1, due / })).toBeVisible()
  await page.getByRole('region', { name: 'Subscriptions' }).getByRole('link', { name: /W-1/ }).click()
  await expect(page.getByRole('region', { name: 'Payments' }).getByRole('link')).toContainText(
    'Subscription W-1',
  )
})

test('a planned schedule alone announces no new amount', async ({ page }) => {
  const shop = await newAccountShop()
  const { id } = await shop.customer()
  const all = await shop.subscribe(id, { start: '2090-01-01', schedule: 'monthly' })
  const path = `/account/${id}/subscription/${all[0].id}/plan`
  await shop.call('PUT', path, { from: '2090-02-01', schedule: 'yearly' })
  await enter(page, shop, id, `/account/subscriptions/${all[0].id}`)
  await expect(page.getByText('Starts', { exact: true })).toBeVisible()
  await expect(page.getByText('Frequency from 1 February 2090')).toBeVisible()
  await expect(page.getByText('Amount from')).toBeHidden()
  await shop.call('PUT', path, { from: '2090-02-01', items: 300 })
  await page.reload()
  await expect(page.getByText('Amount from 1 February 2090')).toBeVisible()
  // A change that would come only after the end.
  await shop.call('PATCH', path.replace(/\/plan$/, ''), { end: '2090-01-15' })
  await page.reload()
  await expect(page.getByText('Amount from')).toBeHidden()
})
