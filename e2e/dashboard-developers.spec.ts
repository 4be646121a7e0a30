import { pageOf, signIn } from './dashboard'
import { call, demo } from './demo'
import { holdResponses } from './hold-back'
import { charge, newOrder } from './orders'
import { address } from './place'
import { expectPresentable, look, phone } from './screens'
import { expect, expectAccessible, test } from './test'

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('keys, requests and quickstart', async ({ page }, info) => {
    const { body } = await call('POST', '/account', { customer: { name: 'Jane Doe' }, method: [] })
    expect(body.id).toBeDefined()
    await signIn(page, pageOf('/developers'))
    await expect(page.getByText('First private key')).toBeVisible()
    for (const [tab, sign] of [
      ['Requests', 'POST /v1/account'],
      ['Quickstart', 'order with the token'],
    ] as const) {
      await expectPresentable(page)
      await look(page, info, `before ${tab}`)
      await page.getByRole('link', { name: tab }).click()
      await expect(page.getByRole('main').getByText(sign).first()).toBeVisible()
    }
    await expectPresentable(page)
    await look(page, info, 'quickstart')
  })
})

const works = async (key: string) =>
  (await fetch(`${address}/v1/account?limit=1`, { headers: { Authorization: `Bearer ${key}` } })).status

test.describe(() => {
  test.use({ expectedErrors: [/status of 400 .*key\.create/] })

  test('a key needs a name', async ({ page }) => {
    await signIn(page, pageOf('/developers?do=create-key'))
    const dialog = page.getByRole('dialog', { name: 'Create key' })
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(dialog.getByText('Must not be empty.')).toBeVisible()
    await expect(dialog.getByLabel('Name')).toBeFocused()
  })
})

test('a key is created, shown once, rolled and revoked, and its menu keeps the focus', async ({ page }) => {
  const name = `Till ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, pageOf('/developers'))
  await expect(page.getByText('First private key')).toBeVisible()
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.locator('code')).toContainText('sk_test_')
  const first = (await dialog.locator('code').textContent()) ?? ''
  expect(await works(first)).toBe(200)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.locator('body')).not.toContainText(first)
  await expect(page.getByText(`sk_…${first.slice(-4)}`, { exact: true })).toBeVisible()

  const actions = page.getByRole('button', { name: `Actions for ${name}` })
  await actions.focus()
  await page.keyboard.press('Enter')
  // Not by Enter: while the menu opens, it may take the focus from the item again.
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(actions).toBeFocused()

  await actions.click()
  await page.getByRole('menuitem', { name: 'Roll key' }).click()
  await dialog.getByLabel('The current key works for').selectOption('0')
  const release = await holdResponses(page, /key\.list/)
  await dialog.getByRole('button', { name: 'Create new key' }).click()
  await expect(dialog.locator('code')).toContainText('sk_test_')
  const second = (await dialog.locator('code').textContent()) ?? ''
  expect([await works(first), await works(second)]).toEqual([401, 200])
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  // The ended key has left the list before the list is read again.
  await expect(actions).toHaveCount(0)
  release()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText(name)).toHaveCount(0)
  expect(await works(second)).toBe(401)
})

test('a failed request is found by its ID, with its body and response', async ({ page }) => {
  const id = crypto.randomUUID()
  await fetch(`${address}/v1/account`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${demo().privateKey}`,
      'Content-Type': 'application/json',
      'X-Request-Id': id,
    },
    body: JSON.stringify({ customer: { nme: 'Jane' }, method: [] }),
  })
  await signIn(page, pageOf('/developers/requests'))
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name: 'Request ID' }).click()
  await page.getByRole('textbox', { name: 'Request ID' }).fill(id)
  await page.keyboard.press('Enter')
  const rows = page.getByRole('main').locator('tbody tr')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('POST /v1/account')
  await expect(page.getByRole('region', { name: 'Request body' })).toContainText('"nme": "Jane"')
  await expect(page.getByRole('region', { name: 'Response body' })).toContainText('customer.nme')
  await expectAccessible(page)
})

test('search works by keyboard, and its commands refund an order and create a key', async ({ page }) => {
  const number = `N-${crypto.randomUUID().slice(0, 8)}`
  const name = `Jane ${number}`
  const { body } = await call('POST', '/account', { number, customer: { name }, method: [] })
  const refunded = `R-${crypto.randomUUID().slice(0, 8)}`
  const { id } = await newOrder(10, { number: refunded })
  expect((await charge(id)).status).toBe(201)
  await signIn(page, pageOf('/orders'))
  // The script that requests the list also handles the keys.
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search' })
  await expect(field).toBeFocused()
  await field.fill(number.toLowerCase())
  await expect(page.getByRole('option', { name: new RegExp(name) })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(pageOf(`/accounts/${body.id}`))
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option', { name })).toBeVisible()
  await expectAccessible(page)
  await field.fill('nobody is called this')
  await expect(page.getByText('No results for “nobody is called this”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  await page.keyboard.press('Control+k')
  const refund = page.getByRole('option', { name: new RegExp(`Refund ${refunded}`) })
  await field.fill(`refund ${refunded.slice(0, 6)}`)
  await refund.click()
  await expect(page.getByRole('dialog', { name: /Refund/ })).toBeVisible()
  await expect(page).toHaveURL(pageOf(`/orders/${id}`))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await field.fill('new key')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create key' })).toBeVisible()
  await expect(page).toHaveURL(pageOf('/developers'))
})
