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

test('pages are prefetched when the pointer or the focus reaches their links', async ({ page }) => {
  const prefetched: string[] = []
  page.on('request', (request) => {
    if (request.headers()['next-router-prefetch'])
      prefetched.push(new URL(request.url()).pathname.replace(pageOf(), ''))
  })
  await signIn(page, pageOf('/orders'))
  await page.waitForLoadState('networkidle')
  expect(prefetched).toEqual([])
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('link', { name: 'Accounts' }).hover()
  await expect.poll(() => prefetched).toContain('/accounts')
  await pages.getByRole('link', { name: 'Payouts' }).focus()
  await expect.poll(() => prefetched).toContain('/payouts')
  expect(new Set(prefetched)).toEqual(new Set(['/accounts', '/payouts']))
})
