import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { migrate } from '@/db/migrate'
import { inDatabase } from './database'
import { dataDir, port } from './place'
import { expectPresentable, look } from './screens'
import { expect, expectAccessible, test } from './test'

// A separate installation with an empty database.
const emptyPort = port + 5000
const empty = `http://localhost:${emptyPort}`
const name = `kassa_first_run_${Date.now()}`
let web: ChildProcess

test.use({ otherOrigins: [empty], baseURL: empty })
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await inDatabase((sql) => sql.unsafe(`create database ${name}`))
  const { postgresPassword, postgresPort } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  const url = `postgres://postgres:${postgresPassword}@127.0.0.1:${postgresPort}/${name}`
  await migrate(url)
  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: url,
    PORT: String(emptyPort),
    HOST: '127.0.0.1',
    BASE_URL: empty,
    AUTH_SECRET: 'a secret for tests, used nowhere else',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'warn',
  } as const
  web = spawn(process.execPath, ['.next/kassa/web.mjs'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(web, 'message')
})

test.afterAll(async () => {
  const ended = once(web, 'exit')
  web.kill('SIGTERM')
  await ended
})

test('the API reference was rendered before the first visit: only then does it have an ETag', async () => {
  expect((await fetch(`${empty}/docs`)).headers.get('etag')).not.toBeNull()
})

test('a foreign host name shows where to go and cannot set up Kassa', async () => {
  const asked = async (path: string, init: RequestOptions = {}, body = '') => {
    const request = httpRequest(`${empty}${path}`, {
      ...init,
      headers: { ...init.headers, host: 'evil.example' },
    })
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return { status: response.statusCode, text: await text(response) }
  }
  const page = await asked('/start')
  expect(page.text).toContain('Set up Kassa at its own address')
  expect(page.text).not.toContain('name="password"')
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const given = { name: 'Evil', email: 'evil@example.com', password: 'a long password', country: 'SE' }
  const made = await asked('/start/create', { method: 'POST', headers }, `${new URLSearchParams(given)}`)
  expect(made.status).toBe(403)
})

test('every page leads to the setup; of two people, the first becomes the owner and the second sees an error', async ({
  page,
  browser,
}, info) => {
  for (const path of ['/', '/signin', '/dashboard'])
    expect((await page.request.get(path)).url()).toBe(`${empty}/start`)
  await page.goto('/dashboard/AAAAAAAA')
  await expect(page).toHaveURL(`${empty}/start`)
  await expectPresentable(page)
  await look(page, info, 'start')
  const late = await (await browser.newContext({ baseURL: empty })).newPage()
  await late.goto('/start')
  for (const [each, email] of [
    [page, 'first@example.com'],
    [late, 'late@example.com'],
  ] as const) {
    await each.getByLabel('Business name').fill('My shop')
    await each.getByLabel('Country').selectOption('DE')
    await each.getByLabel('Currency').selectOption('EUR')
    await each.getByLabel('Your e-mail address').fill(email)
    await each.getByLabel('Password').fill('a long password')
  }
  await page.getByRole('button', { name: 'Set up Kassa' }).click()
  await expect(page.getByText(/^sk_test_/)).toBeVisible()
  await expectAccessible(page)
  await look(page, info, 'made')
  await late.getByRole('button', { name: 'Set up Kassa' }).click()
  await expect(late.getByRole('alert').first()).toContainText('has already been set up')
  expect((await late.request.get('/start')).url()).toBe(`${empty}/signin`)
  await late.context().close()

  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My shop')
})
