import { type MailTemplate, type NewMail, toPeople } from '@/server/model/mail'
import { mailExamples } from '@/test/mails'
import { writeDemoMails } from './mail'
import { address } from './place'
import { expectPresentable, isScanned, onEveryScreen, phone } from './screens'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test'
import { violationsOf } from './violations'

/** Mails to customers. */
const templates = (Object.keys(mailExamples) as MailTemplate[]).filter((template) => !toPeople.has(template))

const mailTo = (to: string, template: MailTemplate): NewMail =>
  ({ accountId: 'aKdRUwhpmEoXqTfB', to, template, data: mailExamples[template] }) as NewMail

let count = 0
const newAddress = () => `outbox-${process.pid}-${++count}@example.com`

const loginLink = (to: string, secret: string): NewMail => ({
  accountId: 'aKdRUwhpmEoXqTfB',
  to,
  template: 'login-link',
  data: mailExamples['login-link'],
  secret,
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('the list and a mail are accessible and fit', async ({ page }) => {
    const to = newAddress()
    await writeDemoMails([mailTo(to, 'payment-failed')])
    await page.goto(`/outbox?to=${to}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outbox')
    await expectPresentable(page)
    await page.getByRole('link', { name: /^Payment attempt \d of \d failed/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('failed')
    await onEveryScreen(page, () => expectNoSidewaysScroll(page))
    // Axe cannot check a frame that runs no scripts, so the frame is removed; the mails have their own test. Once the
    // page's script has set its height, the page does not add it again.
    await expect(page.locator('iframe')).toHaveAttribute('style', /height/)
    await page.locator('iframe').evaluate((frame) => frame.remove())
    await expectPresentable(page)
  })

  test('every mail is accessible and fits', async ({ page }) => {
    test.slow()
    const to = newAddress()
    await writeDemoMails(templates.map((template) => mailTo(to, template)))
    await page.goto(`/outbox?to=${to}`)
    const links = await page.getByRole('list').getByRole('link').all()
    const paths = await Promise.all(links.map((link) => link.getAttribute('href')))
    expect(paths).toHaveLength(templates.length)
    await page.goto('about:blank')
    for (const path of paths) {
      const shown = await (await page.request.get(path ?? '')).text()
      await page.setContent(
        await page.evaluate(
          (html) => new DOMParser().parseFromString(html, 'text/html').querySelector('iframe')?.srcdoc ?? '',
          shown,
        ),
      )
      await expect(page.getByRole('article')).toBeVisible()
      await onEveryScreen(page, async ({ size }) => {
        await expectNoSidewaysScroll(page)
        // Landmarks belong to the mail program that shows the mail.
        if (isScanned(size))
          expect(await violationsOf(page, { disabled: ['landmark-one-main', 'region'] })).toEqual([])
      })
    }
  })
})

test('a mail is found by its address, is not sent without a mail service, and opens its links in a new tab', async ({
  page,
  context,
}) => {
  const to = newAddress()
  // A page that loads fast.
  const secret = `${address}/signin/forgot`
  await writeDemoMails([loginLink(to, secret)])
  // Nothing is sent while no mail service is set up.
  await expect.poll(async () => (await page.request.get(`/outbox?to=${to}`)).text()).toContain('Not sent')
  await page.goto('/')
  await page.getByRole('link', { name: 'Outbox' }).click()
  await expect(page).toHaveURL('/outbox')
  await page.getByRole('searchbox', { name: 'Address contains' }).fill(to.toUpperCase().slice(0, -4))
  await page.getByRole('button', { name: 'Search' }).click()
  const line = page.getByRole('list').getByRole('link')
  await expect(line).toHaveCount(1)
  await expect(line).toContainText(to)
  await expect(line).toContainText('Not sent')
  await line.click()
  await expect(page.getByRole('definition').filter({ hasText: to })).toBeVisible()
  await expect(page.getByRole('link', { name: secret })).toHaveAttribute('target', '_blank')
  const frame = page.locator('iframe')
  expect(await frame.getAttribute('sandbox')).not.toContain('allow-scripts')
  const button = frame.contentFrame().getByRole('link', { name: 'Log in' })
  await expect(button).toHaveAttribute('href', secret)
  await expect(button).toHaveAttribute('target', '_blank')
  const opened = context.waitForEvent('page')
  await button.click()
  await expect((await opened).getByRole('button', { name: 'Send reset link' })).toBeVisible()
  // The frame is as tall as the mail: nothing scrolls inside the page.
  await expect.poll(async () => (await frame.boundingBox())?.height).not.toBe(642)
  const inner = await frame
    .contentFrame()
    .locator('html')
    .evaluate((html) => html.scrollHeight)
  expect((await frame.boundingBox())?.height).toBeGreaterThanOrEqual(inner)
})

test('pages run from the newest to the oldest', async ({ page }) => {
  const to = newAddress()
  await writeDemoMails(
    Array.from({ length: 30 }, () => mailTo(to, 'receipt')),
    new Date('2020-01-01T12:00:00Z'),
  )
  await page.goto(`/outbox?to=${to}`)
  const lines = page.getByRole('list').getByRole('link')
  await expect(lines).toHaveCount(25)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(lines).toHaveCount(5)
  await expect(lines.first()).toContainText('1 January 2020')
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(lines).toHaveCount(25)
})

test('mail to dashboard users is not shown, and the outbox says that it found nothing', async ({ page }) => {
  const to = newAddress()
  await writeDemoMails([...toPeople].map((template) => mailTo(to, template as MailTemplate)))
  await page.goto(`/outbox?to=${to}`)
  await expect(
    page.getByRole('heading', { name: `No e-mails to addresses containing “${to}”` }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show all e-mails' }).click()
  await expect(page).toHaveURL('/outbox')
})

test('unknown mail and other host names are not found', async ({ request }) => {
  for (const path of ['/outbox/abcdefgh/x', `/outbox/abcdefgh/${crypto.randomUUID()}`]) {
    expect((await request.get(path)).status()).toBe(404)
  }
  expect((await request.get('/outbox', { headers: { host: 'evil.example' } })).status()).toBe(404)
})

test('a forwarded request is not found', async ({ request }) => {
  expect((await request.get('/outbox')).status()).toBe(200)
  for (const headers of [{ 'x-forwarded-for': '192.0.2.7' }, { forwarded: 'for=192.0.2.7' }])
    expect((await request.get('/outbox', { headers })).status()).toBe(404)
  // What a client claims about its own source is ignored.
  const claimed = { 'x-forwarded-for': '192.0.2.7', 'x-kassa-source': '127.0.0.1' }
  expect((await request.get('/outbox', { headers: claimed })).status()).toBe(404)
})
