import { dashboardFaces, look, pageOf, signIn } from './dashboard'
import { call, cardToken } from './demo'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test'

async function newAccount() {
  const name = `Jane ${crypto.randomUUID().slice(0, 8)}`
  const method = [{ type: 'token', card: await cardToken('4111111111111111') }]
  const customer = { type: 'person', name, email: 'jane@example.com', identityNumber: '19640823-3234' }
  const { body } = await call('POST', '/account', { number: '77', customer, method })
  const id: string = body.id
  await call('POST', `/account/${id}/subscription`, {
    items: [{ name: 'Coffee', price: 199.2, vat: 25 }],
    currency: 'SEK',
    schedule: { frequency: 'monthly', offset: -1 },
    start: '2090-01-01',
  })
  await call('POST', '/order', { items: 49.9, currency: 'SEK', payment: { type: 'account', account: id } })
  return { id, name }
}

for (const { name: face, colorScheme, viewport } of dashboardFaces) {
  test.describe(face, () => {
    test.use({ colorScheme, viewport })

    test('from the list of accounts to an account and a login link', async ({ page }, info) => {
      const { id, name } = await newAccount()
      await signIn(page, pageOf('/accounts'))
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await look(page, info, 'accounts')
      await page.getByLabel('Search').fill(name)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
      await page.getByRole('link', { name: new RegExp(name) }).click()

      await expect(page).toHaveURL(pageOf(`/accounts/${id}`))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      const main = page.getByRole('main')
      await expect(main).toContainText('every month on the last day')
      await expect(main).toContainText('249,00 kr')
      await expect(main).toContainText('49,90 kr')
      await expect(main).toContainText('Visa ending in 1111, 12/30')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await look(page, info, 'account')

      await page.getByRole('button', { name: 'Send login link' }).click()
      await page.getByRole('button', { name: 'Send to jane@example.com' }).click()
      await expect(page.getByRole('dialog')).toContainText('is on its way to jane@example.com')
      await expect(page.getByRole('dialog')).toContainText('/login/')
      await expectAccessible(page)
      await look(page, info, 'link')
    })
  })
}

test.describe(() => {
  test.use({ expectedErrors: [/status of (400|404)/] })

  test('a customer is edited, and nothing else of it is lost', async ({ page }) => {
    const { id, name } = await newAccount()
    await signIn(page, pageOf(`/accounts/${id}`))
    await page.getByRole('button', { name: 'Edit customer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail').fill('no address')
    await dialog.getByRole('button', { name: 'Save customer' }).click()
    await expect(dialog).toContainText('must be an e-mail address')
    await expectAccessible(page)
    await dialog.getByLabel('E-mail').fill('new@example.com')
    await dialog.getByLabel('City').fill('Uppsala')
    await dialog.getByRole('button', { name: 'Save customer' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('main')).toContainText('Uppsala')
    expect((await call('GET', `/account/${id}`)).body.customer).toEqual({
      type: 'person',
      name,
      email: 'new@example.com',
      identityNumber: '19640823-3234',
      address: { city: 'Uppsala' },
    })
  })

  test('an account that is none says so', async ({ page }) => {
    await signIn(page, pageOf('/accounts/AAAAAAAAAAAAAAAA'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such account')
    await expectAccessible(page)
  })
})

test('a search that finds nothing says so, and is cleared', async ({ page }) => {
  await signIn(page, pageOf('/accounts?search=nobody-of-this-name'))
  await expect(page.getByText('No account is found')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
})
