import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { port } from './place'
import { expectPresentable, phone } from './screens'
import { expect, test } from './test'

const pages = [
  { name: 'front page', path: '/', heading: 'Your own payment service' },
  { name: 'API reference', path: '/docs', heading: 'API reference' },
]

test('nobody can have pictures scaled', async ({ request }) => {
  const response = await request.get('/_next/image', { params: { url: '/icon.svg', w: '640', q: '75' } })
  expect(response.status()).toBe(404)
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  for (const { name, path, heading } of pages) {
    test(`the ${name} is accessible and fits`, async ({ page }) => {
      // Checking the thousands of elements of the reference is slow on a busy machine.
      test.slow()
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expectPresentable(page)
    })
  }

  test.describe(() => {
    test.use({ expectedErrors: [/status of 404/] })

    test('an unknown address shows a not-found page with links', async ({ page }) => {
      const response = await page.goto('/no/such/page')
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      await expectPresentable(page)
      await page.getByRole('link', { name: 'Open the API reference' }).click()
      await expect(page).toHaveURL('/docs')
    })
  })
})

test('the front page shows where to find the API and the keys, but no key', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('group', { name: 'Base URL' })).toHaveText(/^http:\/\/localhost:\d+\/v1$/)
  await expect(page.getByText('demo.json').first()).toBeVisible()
  expect(await page.content()).not.toMatch(/[ps]k_(test|live)_\w/)
  await page.getByRole('link', { name: 'API reference' }).click()
  await expect(page).toHaveURL('/docs')
})

test('text uses the app’s typeface', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'))).toBe(true)
})

test('an upgrade request gets a normal response', async ({ page }) => {
  await page.goto('/')
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' }
  for (const path of ['/', '/v1/health']) {
    const sent = request({ host: 'localhost', port, path, headers }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(200)
    response.destroy()
  }
})
