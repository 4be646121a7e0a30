import { inDatabase } from './database'
import { newShop, signInAs } from './people'
import { expectPresentable, look, phone } from './screens'
import { newShopOrder } from './shop-order'
import { expect, test } from './test'

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('compares the books, and adopts a difference', async ({ page }, info) => {
    const shop = await newShop()
    const { id } = await newShopOrder(shop.privateKey)
    await signInAs(page, shop.email, shop.pageOf('/payouts/reconciliation'))
    await expect(page.getByText('Not compared yet')).toBeVisible()
    await inDatabase(
      (sql) => sql`update acquirer_entry set cancelled = amount where merchant_id = ${shop.merchant}`,
    )
    await page.getByRole('button', { name: 'Compare the last 35 days' }).click()
    await expect(page.getByRole('heading', { name: '1 difference' })).toBeVisible()
    await expect(page.getByText('Cancellation missing in Kassa')).toBeVisible()
    await expectPresentable(page)
    await look(page, info, 'differences')
    await page.getByRole('button', { name: 'Adopt' }).click()
    await expect(page.getByText('No differences', { exact: true })).toBeVisible()
    await page.goto(shop.pageOf(`/orders/${id}`))
    await expect(page.getByText('cancelled').first()).toBeVisible()
  })
})
