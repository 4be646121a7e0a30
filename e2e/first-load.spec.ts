import { pageOf, signIn } from './dashboard'
import { newOrder } from './orders'
import { expect, test } from './test'

test('a note is shown although the notes were still loading when it was added', async ({ page }) => {
  const { id } = await newOrder(10)
  const field = page.getByLabel('Note for your team')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  // The first response is from before the note, and arrives after it.
  await page.route(/note\.list/, async (route) => {
    const response = await route.fetch()
    await released
    // The page may have given up waiting for it.
    await route.fulfill({ response }).catch(() => undefined)
  })
  const asked = page.waitForRequest(/note\.list/)
  await signIn(page, pageOf(`/orders/${id}`))
  await asked
  await field.fill('Call back on Friday')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(field).toHaveValue('')
  release()
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Call back on Friday')
})
