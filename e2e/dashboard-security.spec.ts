import { newShop, signInAs } from './people'
import { address } from './place'
import { expectPresentable, look, phone } from './screens'
import { expect, test } from './test'

const visa = { pan: '4111111111111111', expires: [12, 40], csc: '987' }

const send = (key: string, path: string, body: unknown) =>
  fetch(`${address}/v1${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

test.describe('on a phone', () => {
  test.use({ viewport: phone, expectedErrors: [/status of 400/] })

  test('limits on public keys are set, enforced and counted', async ({ page }, info) => {
    const shop = await newShop()
    await signInAs(page, shop.email, shop.pageOf('/settings'))
    await page.getByRole('link', { name: 'Security' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security')
    await expect(page.getByText('0 cards were declined and 0 attempts were refused')).toBeVisible()

    const cards = page.getByRole('group', { name: 'Cards entered per minute' })
    await expect(cards.getByLabel('Per source address')).toHaveValue('60')
    await cards.getByLabel('Per source address').fill('many')
    await page.getByLabel('Hosts for callbacks').fill('https://shop.example/')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Must be a number')).toBeVisible()
    await expect(page.getByText('Must be a host such as')).toBeVisible()
    await expectPresentable(page)
    await cards.getByLabel('Per source address').fill('1')
    await page.getByLabel('Hosts for callbacks').fill('shop.example')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Settings saved' })).toBeVisible()

    expect((await send(shop.publicKey, '/card', visa)).status).toBe(201)
    const refused = await send(shop.publicKey, '/card', visa)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    await page.reload()
    await expect(page.getByText('0 cards were declined and 1 attempt was refused')).toBeVisible()
    await expect(page.getByLabel('Hosts for callbacks')).toHaveValue('shop.example')
    await look(page, info, 'security')
  })

  test('an unconfirmed account is marked until it is confirmed', async ({ page }, info) => {
    const shop = await newShop()
    const customer = { name: 'Jane Doe', email: 'jane@example.com' }
    const { id } = await (await send(shop.publicKey, '/account', { customer, method: [] })).json()
    await signInAs(page, shop.email, shop.pageOf(`/accounts/${id}`))
    const unconfirmed = page.getByRole('region', { name: 'Unconfirmed account' })
    await expect(unconfirmed).toContainText('cannot request a login link')
    await expectPresentable(page)
    await look(page, info, 'unconfirmed')
    await unconfirmed.getByRole('button', { name: 'Confirm account' }).click()
    await expect(unconfirmed).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jane Doe')
    await expect(unconfirmed).toBeHidden()
  })
})
