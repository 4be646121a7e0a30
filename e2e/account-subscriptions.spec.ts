import { enter, newShop } from './shop'
import { expect, test } from './test'

test('a failed payment without items is called after its subscription, on every page', async ({ page }) => {
  const shop = await newShop()
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

test('a card that will have expired is not named as the one that pays next', async ({ page }) => {
  const shop = await newShop()
  const { id } = await shop.customer({ pans: ['5555555555554444'], expires: [12, 30] })
  await shop.subscribe(id, { start: '2030-12-15', schedule: 'monthly' })
  await enter(page, shop, id)
  const main = page.getByRole('main')
  await expect(main).toContainText('on 15 December 2030, from your Mastercard')
  const [{ id: subscription }] = await shop.call('GET', `/account/${id}`).then((found) => found.subscription)
  await shop.call('PATCH', `/account/${id}/subscription/${subscription}`, { start: '2031-01-15' })
  await page.reload()
  await expect(main).toContainText('on 15 January 2031')
  await expect(main).not.toContainText('from your Mastercard')
})

test('a planned schedule alone announces no new amount', async ({ page }) => {
  const shop = await newShop()
  const { id } = await shop.customer()
  const all = await shop.subscribe(id, { start: '2090-01-01', schedule: 'monthly' })
  const path = `/account/${id}/subscription/${all[0].id}/plan`
  await shop.call('PUT', path, { from: '2090-02-01', schedule: 'yearly' })
  await enter(page, shop, id)
  await page.getByRole('link', { name: /Coffee of the month/ }).click()
  await expect(page.getByText('Starts', { exact: true })).toBeVisible()
  await expect(page.getByText('Frequency from 1 February 2090')).toBeVisible()
  await expect(page.getByText('Amount from')).toBeHidden()
  await shop.call('PUT', path, { from: '2090-02-01', items: 300 })
  await page.reload()
  await expect(page.getByText('Amount from 1 February 2090')).toBeVisible()
})
