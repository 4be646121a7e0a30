import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { port } from './place'
import { expectPresentable, phone } from './screens'
import { expect, test } from './test'

test('the image optimiser of Next.js is off', async ({ request }) => {
  const response = await request.get('/_next/image', { params: { url: '/icon.svg', w: '640', q: '75' } })
  expect(response.status()).toBe(404)
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('the front page shows where to find the API and the keys, but no key, in the app’s typeface', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your own payment service')
    await expect(page.getByRole('group', { name: 'Base URL' })).toHaveText(/^http:\/\/localhost:\d+\/v1$/)
    await expect(page.getByText('demo.json').first()).toBeVisible()
    expect(await page.content()).not.toMatch(/[ps]k_(test|live)_\w/)
    await expect(page.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', '/docs')
    await page.evaluate(() => document.fonts.ready)
    expect(await page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'))).toBe(
      true,
    )
    await expectPresentable(page)
  })

  test.describe(() => {
    test.use({ expectedErrors: [/status of 404/] })

    test('an unknown address shows a not-found page with links', async ({ page }) => {
      const response = await page.goto('/no/such/page')
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      await expectPresentable(page)
      await expect(page.getByRole('link', { name: 'Open the API reference' })).toHaveAttribute(
        'href',
        '/docs',
      )
    })
  })
})

test('an upgrade request gets a normal response', async () => {
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' }
  for (const path of ['/', '/v1/health']) {
    const sent = request({ host: 'localhost', port, path, headers }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(200)
    response.destroy()
  }
})
