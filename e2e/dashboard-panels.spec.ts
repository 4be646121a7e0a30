import { signInAs } from './people'
import { newAccountShop } from './shop'
import { expect, test } from './test'

test('the list of subscriptions is filtered in the URL, and its panel shows a planned price', async ({
  page,
}) => {
  const shop = await newAccountShop()
  const { id } = await shop.customer()
  const [{ id: subscription }] = await shop.subscribe(id, { start: '2090-01-01', schedule: 'monthly' })
  await shop.call('PUT', `/account/${id}/subscription/${subscription}/plan`, {
    from: '2090-02-01',
    items: 300,
    schedule: 'yearly',
  })
  const [, { id: ended }] = await shop.subscribe(id, { schedule: 'monthly', start: '2090-01-01' })
  await shop.call('DELETE', `/account/${id}/subscription/${ended}`)
  const list = `/dashboard/${shop.merchant}/subscriptions`
  await signInAs(page, shop.owner, `${list}?peek=${id}/${subscription}`)
  const panel = page.getByRole('complementary', { name: /^Coffee of the month/ })
  const dates = panel.getByRole('listitem').filter({ hasText: /Jan 2090|Feb 2090|Jan 2091/ })
  await expect(dates.first()).toContainText('228,30 kr')
  await expect(dates.nth(1)).toContainText('1 Jan 2091')
  await expect(dates.nth(1)).toContainText('300,00 kr')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  const rows = page.getByRole('main').locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await page.getByRole('button', { name: 'Ended', exact: true }).click()
  await expect(page).toHaveURL(`${list}?status=ended`)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('ended')
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name: 'Product' }).click()
  await page.getByRole('dialog', { name: 'Product' }).getByRole('textbox').fill('no such product')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('No matching subscriptions')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(page).toHaveURL(list)
})
