import { pageOf, signIn } from './dashboard'
import { holdResponses } from './hold-back'
import { newOrder } from './orders'
import { expect, test } from './test'

test('a note is shown although the notes were still loading when it was added', async ({ page }) => {
  const { id } = await newOrder(10)
  const field = page.getByLabel('Note for your team')
  // The first response is from before the note, and arrives after it.
  const release = await holdResponses(page, /note\.list/)
  const asked = page.waitForRequest(/note\.list/)
  await signIn(page, pageOf(`/orders/${id}`))
  await asked
  await field.fill('Call back on Friday')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(field).toHaveValue('')
  release()
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Call back on Friday')
})

test('a page prepares another page when the pointer or the focus reaches its link', async ({ page }) => {
  const prepared: string[] = []
  page.on('request', (request) => {
    if (request.headers()['next-router-prefetch'])
      prepared.push(new URL(request.url()).pathname.replace(pageOf(), ''))
  })
  await signIn(page, pageOf('/orders'))
  await page.waitForLoadState('networkidle')
  expect(prepared).toEqual([])
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('link', { name: 'Accounts' }).hover()
  await expect.poll(() => prepared).toContain('/accounts')
  await pages.getByRole('link', { name: 'Payouts' }).focus()
  await expect.poll(() => prepared).toContain('/payouts')
  expect(new Set(prepared)).toEqual(new Set(['/accounts', '/payouts']))
})
