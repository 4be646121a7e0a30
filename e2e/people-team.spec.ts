import type { Page } from '@playwright/test'
import { forget, linkMailedTo, newAddress, newPerson, newShop, password, postAuth, signInAs } from './people'
import { address } from './place'
import { expectPresentable, look, phone } from './screens'
import { expect, expectAccessible, test } from './test'

async function invite(page: Page, email: string, role: string): Promise<void> {
  // The button is there before its script; the members are not.
  await expect(page.getByRole('list', { name: 'Members' })).toBeVisible()
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail address').fill(email)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('list', { name: 'Invitations' })).toContainText(email)
}

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('an owner invites a new viewer, who joins with their own password, and sees who may use other pages', async ({
    page,
  }, info) => {
    const shop = await newShop()
    const email = newAddress()
    await signInAs(page, shop.email, shop.pageOf('/settings/team'))
    await expect(page.getByRole('list', { name: 'Members' })).toContainText(shop.email)
    await page.getByRole('button', { name: 'Invite member' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectPresentable(page)
    await look(page, info, 'invite')
    await page.keyboard.press('Escape')
    await invite(page, email, 'viewer')
    await expectPresentable(page)
    await look(page, info, 'team')
    const link = await linkMailedTo(email, '/signin/join')
    await forget(page)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Join ${shop.name}`)
    await expectPresentable(page)
    await look(page, info, 'join')
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Join' }).click()
    await expect(page).toHaveURL(shop.pageOf())
    await page.goto(shop.pageOf('/settings/team'))
    await expect(page.getByRole('list', { name: 'Members' })).toContainText(`${email} (you)`)
    await expect(page.getByRole('button', { name: 'Invite member' })).toHaveCount(0)
    for (const [path, title] of [
      ['/orders/new', 'You cannot create orders'],
      ['/subscriptions/new', 'You cannot create subscriptions'],
      ['/settings/audit', 'You cannot view the audit log'],
    ] as const)
      expect(await (await page.request.get(shop.pageOf(path))).text()).toContain(`>${title}</h1>`)
    await page.goto(shop.pageOf('/accounts/new'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You cannot create accounts')
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation is no longer valid')
    await expectPresentable(page)
  })
})

test.describe('with a request that is refused', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('an invitation works only for its recipient, who joins, changes role and loses access when removed', async ({
    page,
    browser,
  }, info) => {
    const shop = await newShop()
    const [email, eve] = [await newPerson(), await newPerson()]
    await signInAs(page, shop.email, shop.pageOf('/settings/team'))
    await invite(page, email, 'viewer')
    const link = await linkMailedTo(email, '/signin/join')

    const theirs = await (await browser.newContext({ baseURL: address })).newPage()
    await postAuth(theirs.request, 'callback/credentials', { email: eve, password })
    await theirs.goto(link)
    await expect(theirs.getByRole('main')).toContainText(`you are signed in as ${eve}`)
    await expectAccessible(theirs)
    await theirs.getByRole('button', { name: 'Sign out' }).click()
    await expect(theirs.getByLabel('E-mail address')).toHaveValue(email)
    await look(theirs, info, 'join-known')
    await theirs.getByLabel('Password', { exact: true }).fill(password)
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    await theirs.getByRole('button', { name: `Join ${shop.name}` }).click()
    await expect(theirs).toHaveURL(shop.pageOf())

    await page.reload()
    await page.getByLabel(`Role of ${email}`).selectOption('admin')
    await look(page, info, 'role')
    await page.getByRole('button', { name: 'Change to admin' }).click()
    await expect(page.getByLabel(`Role of ${email}`)).toHaveValue('admin')
    await theirs.goto(shop.pageOf('/settings/team'))
    await expect(theirs.getByRole('button', { name: 'Invite member' })).toBeVisible()

    await page.getByRole('button', { name: `Remove ${email}` }).click()
    await expectAccessible(page)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Private API keys that they know keep working')
    await expect(dialog.getByRole('link', { name: 'Developers' })).toHaveAttribute(
      'href',
      shop.pageOf('/developers'),
    )
    await look(page, info, 'remove')
    await dialog.getByRole('button', { name: `Remove ${email}` }).click()
    await expect(page.getByRole('list', { name: 'Members' })).not.toContainText(email)
    const gone = await theirs.request.get(shop.pageOf())
    expect(gone.status()).toBe(404)
    expect(await gone.text()).toContain('you are no longer a member of it')
    await theirs.context().close()

    await invite(page, eve, 'admin')
    const withdrawn = await linkMailedTo(eve, '/signin/join')
    await page.getByRole('button', { name: `Withdraw the invitation to ${eve}` }).click()
    await expect(page.getByText('No open invitations.')).toBeVisible()
    expect(await (await page.request.get(withdrawn)).text()).toContain('It was withdrawn.')

    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: `Leave ${shop.name}` }).click()
    await expect(dialog.getByRole('alert')).toContainText('at least one owner')
  })
})

test('a merchant is created from the switcher', async ({ page }, info) => {
  const shop = await newShop()
  await signInAs(page, shop.email)
  await page.getByRole('button', { name: /^Merchant: / }).click()
  await page.getByRole('menuitem', { name: 'New merchant' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Second shop')
  await dialog.getByLabel('Type').selectOption('live')
  await expectAccessible(page)
  await look(page, info, 'new-merchant')
  await dialog.getByRole('button', { name: 'Create merchant' }).click()
  await expect(dialog).toContainText('sk_live_')
  await expectAccessible(page)
  await look(page, info, 'new-keys')
  await dialog.getByRole('link', { name: 'Open merchant' }).click()
  await expect(page.getByRole('button', { name: /^Merchant: Second shop/ })).toBeVisible()
  await expect(page).not.toHaveURL(shop.pageOf())
})
