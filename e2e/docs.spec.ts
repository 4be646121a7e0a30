import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { call, cardToken, demo } from './demo'
import { textsInReference } from './reference'
import { expectPresentable, onEveryScreen, phone } from './screens'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test'

const run = promisify(execFile)

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('the reference is accessible and has each endpoint, and every link in it has a target', async ({
    page,
    request,
  }) => {
    // Checking thousands of elements is slow on a busy machine.
    test.slow()
    const { paths } = await (await request.get('/v1/openapi.json')).json()
    const endpoints = Object.entries<Record<string, { operationId: string; summary: string }>>(paths).flatMap(
      ([path, operations]) =>
        Object.entries(operations).map(([method, { operationId, summary }]) => ({
          ...{ name: `${method.toUpperCase()} ${path}`, title: summary, id: operationId },
          ...{ hasCommand: true, entries: 1 },
        })),
    )
    expect(endpoints.length).toBeGreaterThan(10)
    await page.goto('/docs')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API reference')
    const { sections, links, ids, raw } = await page.evaluate(read)
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
    expect(sections.sort(byName)).toEqual(endpoints.sort(byName))
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(raw).toEqual([])
    const known = new Set(ids)
    expect(links.filter((link) => link.startsWith('#') && !known.has(link.slice(1)))).toEqual([])
    for (const link of links.filter((each) => !each.startsWith('#')))
      expect((await request.get(link)).status(), link).toBe(200)
    await onEveryScreen(page, () => expectNoSidewaysScroll(page))
    await expectAccessible(page)

    await page.getByRole('banner').getByRole('link', { name: 'Contents' }).click()
    await page.locator('summary', { hasText: 'Contents' }).click()
    await page.getByRole('navigation').getByRole('link', { name: '3-D Secure' }).click()
    await expect(page.getByRole('heading', { name: '3-D Secure' })).toBeInViewport()

    // Scanning every section again in dark colours would take axe 6 seconds, so only a few remain.
    await page.locator('main section:nth-of-type(n + 3)').evaluateAll((sections) => {
      for (const section of sections) section.remove()
    })
    await expectPresentable(page)
  })
})

/** Returns the sections of endpoints, all targets of links, all ids, and texts with Markdown. Runs in the page. */
function read() {
  const contents = document.querySelector('nav')
  const sections = [...document.querySelectorAll<HTMLElement>('[data-endpoint]')].map((section) => {
    const id = section.querySelector('h3')?.closest('[id]')?.id ?? ''
    return {
      name: section.dataset.endpoint ?? '',
      title: section.querySelector('h3')?.textContent ?? '',
      id,
      hasCommand: [...section.querySelectorAll('pre')].some((pre) => pre.textContent?.startsWith('curl ')),
      entries: contents?.querySelectorAll(`a[href="#${id}"]`).length,
    }
  })
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  // Names of the API are shown as code, not between backticks.
  const raw = [...document.querySelectorAll('p, td, li, dd')].flatMap(({ textContent }) =>
    textContent?.includes('`') ? textContent : [],
  )
  return { sections, links: [...new Set(links)], ids, raw }
}

test('the commands, and the variables of the introduction, work as typed', async ({ page }) => {
  test.skip(!(await hasCurl()), 'curl is not installed')
  test.slow()
  const pre = await textsInReference(page, '[data-endpoint] pre')
  const commands = pre.filter((text) => text.startsWith('curl '))
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
  const [introduction] = await textsInReference(page, '[aria-label="Variables for the examples"]')
  const { stdout } = await shell(`${introduction}\necho "$PRIVATE_KEY $CARD_TOKEN"`)
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
    // A command about lines needs an order created with them, a refund one that was charged, and an erasure a finished one.
    const items = command.includes('Coffee')
      ? [{ name: 'Coffee', quantity: 2, unit: 'bag', price: 79.2, vat: 12 }]
      : 100
    const payment = { type: 'card', card: await card() }
    const { id } = (await call('POST', '/order', { items, currency: 'SEK', payment })).body
    if (command.includes('/erasure')) await call('POST', `/order/${id}/event`, { type: 'cancel' })
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
