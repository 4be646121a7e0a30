import { pageOf, signIn } from './dashboard'
import { expect, expectAccessible, test } from './test'

test('the filters are in the URL; filters without results can be cleared with one button', async ({
  page,
}) => {
  await signIn(page, pageOf('/subscriptions'))
  // Rows appear once the script has loaded.
  const rows = page.getByRole('main').locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await page.getByRole('button', { name: 'Ended', exact: true }).click()
  await expect(page).toHaveURL(pageOf('/subscriptions?status=ended'))
  await expect(rows.first()).toContainText('ended')
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name: 'Product' }).click()
  await page.getByRole('dialog', { name: 'Product' }).getByRole('textbox').fill('no such product')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('No matching subscriptions')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(page).toHaveURL(pageOf('/subscriptions'))
})
