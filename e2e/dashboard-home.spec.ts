import { dashboardFaces, look, pageOf, signIn } from './dashboard'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test'

for (const { name, colorScheme, viewport } of dashboardFaces) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport })

    test('Home shows the merchant’s figures', async ({ page }, info) => {
      await signIn(page, pageOf())
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demo Store')
      const moved = page.getByRole('region', { name: 'Overview' })
      await expect(moved).toContainText('attempts succeeded')
      await expect(moved.locator('dd').first()).toContainText('kr')
      await expect(moved.locator('.recharts-bar-rectangle').first()).toBeAttached()
      const subscriptions = page.getByRole('region', { name: 'Subscriptions' })
      await expect(subscriptions).toContainText(/\d payments?/)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await look(page, info, 'home')
    })
  })
}

test('the period can be changed, and a day’s exact figures are available by keyboard', async ({ page }) => {
  await signIn(page, pageOf())
  const net = page.getByRole('region', { name: 'Overview' }).locator('dd').first()
  await expect(net).toContainText('kr')
  const month = await net.textContent()
  await page.getByText('90 days').click()
  await expect(net).not.toHaveText(month ?? '')
  await page.getByRole('application', { name: /Net by day/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(/ charged$/)).toBeVisible()
  await expect(page.getByText(/ refunded$/)).toBeVisible()
})
