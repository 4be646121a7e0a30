import { signInAs } from './people'
import { newShop } from './shop'
import { expect, test } from './test'

test('the panel of a subscription shows a planned price and schedule, like its page', async ({ page }) => {
  const shop = await newShop()
  const { id } = await shop.customer()
  const [{ id: subscription }] = await shop.subscribe(id, { start: '2090-01-01', schedule: 'monthly' })
  await shop.call('PUT', `/account/${id}/subscription/${subscription}/plan`, {
    from: '2090-02-01',
    items: 300,
    schedule: 'yearly',
  })
  await signInAs(page, shop.owner, `/dashboard/${shop.merchant}/subscriptions?peek=${id}/${subscription}`)
  const panel = page.getByRole('complementary', { name: /^Coffee of the month/ })
  const dates = panel.getByRole('listitem').filter({ hasText: /Jan 2090|Feb 2090|Jan 2091/ })
  await expect(dates.first()).toContainText('228,30 kr')
  await expect(dates.nth(1)).toContainText('1 Jan 2091')
  await expect(dates.nth(1)).toContainText('300,00 kr')
})

test('the panel of a suspended account names no next payment', async ({ page }) => {
  const shop = await newShop()
  const { id } = await shop.customer({ pans: ['4000000000000341'] })
  await shop.subscribe(id, { schedule: 'monthly' })
  await shop.advance(10)
  await signInAs(page, shop.owner, `/dashboard/${shop.merchant}/accounts?peek=${id}`)
  const panel = page.getByRole('complementary', { name: 'Åsa Öberg' })
  await expect(panel.getByRole('link', { name: /Coffee of the month/ }).first()).toBeVisible()
  await expect(panel).toContainText(/suspended/i)
  await expect(panel).not.toContainText(', next ')
})
