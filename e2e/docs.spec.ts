import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { call, cardToken, demo } from './demo'
import { phone } from './screens'
import { expect, test } from './test'

const run = promisify(execFile)

test('every endpoint of the API has a section, a command and an entry in the contents', async ({
  page,
  request,
}) => {
  const { paths } = await (await request.get('/v1/openapi.json')).json()
  const endpoints = Object.entries<Record<string, { operationId: string; summary: string }>>(paths).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        ...operation,
        name: `${method.toUpperCase()} ${path}`,
      })),
  )
  expect(endpoints.length).toBeGreaterThan(10)
  await page.goto('/docs')
  for (const { name, operationId, summary } of endpoints) {
    const section = page.locator(`[data-endpoint="${name}"]`)
    await expect(section.getByRole('heading', { level: 3 })).toHaveText(summary)
    await expect(section.locator(`#${operationId}`)).toHaveCount(1)
    await expect(section.locator('pre').filter({ hasText: /^curl / })).not.toHaveCount(0)
    const link = page.getByRole('navigation').first().locator(`a[href="#${operationId}"]`)
    await expect(link).toHaveCount(1)
  }
  await expect(page.locator('[data-endpoint]')).toHaveCount(endpoints.length)
})

test('every link has a target, and ids are unique', async ({ page, request }) => {
  await page.goto('/docs')
  const { links, ids } = await page.evaluate(() => ({
    links: [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? ''),
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
  }))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  const known = new Set(ids)
  expect([...new Set(links)].filter((link) => link.startsWith('#') && !known.has(link.slice(1)))).toEqual([])
  for (const link of new Set(links.filter((each) => !each.startsWith('#')))) {
    expect((await request.get(link)).status(), link).toBe(200)
  }
})

test('the contents lead to a chapter, on a phone too', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/docs')
  await page.getByRole('banner').getByRole('link', { name: 'Contents' }).click()
  await page.locator('summary', { hasText: 'Contents' }).click()
  await page.getByRole('navigation').getByRole('link', { name: '3-D Secure' }).click()
  await expect(page.getByRole('heading', { name: '3-D Secure' })).toBeInViewport()
})

test('the commands work as typed', async ({ page }) => {
  test.skip(!(await hasCurl()), 'curl is not installed')
  test.slow()
  await page.goto('/docs')
  const commands = await page
    .locator('[data-endpoint] pre')
    .filter({ hasText: /^curl / })
    .allTextContents()
  expect(commands.length).toBeGreaterThan(15)
  // Moving the clock would end the sessions of other tests that are using the same merchant.
  for (const command of commands.filter((each) => !each.includes('"advance"') && !each.includes('"to"'))) {
    const { stdout } = await shell(
      command.replace(/^curl/, "curl -s -w '\\n%{http_code}'"),
      await variables(command),
    )
    const status = stdout.slice(stdout.lastIndexOf('\n') + 1)
    expect(['200', '201', '204'], `${command}\n${stdout}`).toContain(status)
  }
})

test('the variables of the introduction work as typed', async ({ page }) => {
  test.skip(!(await hasCurl()), 'curl is not installed')
  await page.goto('/docs')
  const commands = await page.getByLabel('Variables for the examples').textContent()
  const { stdout } = await shell(`${commands}\necho "$PRIVATE_KEY $CARD_TOKEN"`)
  expect(stdout).toMatch(/^sk_test_\w+ ey[\w-]+\.[\w-]+\.[\w-]+\n$/)
})

/** Runs a command as typed, without the settings of the person who runs the tests. */
const shell = (command: string, variables: Record<string, string> = {}) =>
  run('bash', ['-c', command], { env: { ...process.env, BASH_ENV: '', ...variables } })

const hasCurl = () =>
  run('curl', ['--version']).then(
    () => true,
    () => false,
  )

/** Creates what one command names. No command depends on another. */
async function variables(command: string): Promise<Record<string, string>> {
  const card = () => cardToken('4111111111111111')
  const newAccount = async () => {
    const method = [{ type: 'token', card: await card() }]
    return (await call('POST', '/account', { method, customer: { email: 'jane@example.com' } })).body
  }
  const newOrder = async () => {
    // A command about lines needs an order created with them, and a refund one that was charged.
    const items = command.includes('Coffee')
      ? [{ name: 'Coffee', quantity: 2, unit: 'bag', price: 79.2, vat: 12 }]
      : 100
    const payment = { type: 'card', card: await card() }
    const { id } = (await call('POST', '/order', { items, currency: 'SEK', payment })).body
    if (command.includes('"refund"')) await call('POST', `/order/${id}/event`, { type: 'charge' })
    return id
  }
  const subscribe = async (account: string) => {
    const terms = { items: 10, currency: 'SEK', schedule: 'monthly', start: '2090-01-01' }
    return (await call('POST', `/account/${account}/subscription`, terms)).body[0].id
  }
  const names = (name: string) => new RegExp(`\\$\\{?${name}\\b`).test(command)
  const account = names('ACCOUNT') || names('METHOD_TOKEN') ? await newAccount() : undefined
  return {
    PUBLIC_KEY: demo().publicKey,
    PRIVATE_KEY: demo().privateKey,
    ...(names('CARD_TOKEN') && { CARD_TOKEN: await card() }),
    ...(account && { ACCOUNT: account.id, METHOD_TOKEN: account.method[0].token }),
    ...(names('ORDER') && { ORDER: await newOrder() }),
    ...(names('ANOTHER_ORDER') && { ANOTHER_ORDER: await newOrder() }),
    ...(account && names('SUBSCRIPTION') && { SUBSCRIPTION: await subscribe(account.id) }),
  }
}
