import { once } from 'node:events'
import { createServer } from 'node:http'
import { address, port } from './place'
import { expectPresentable, phone } from './screens'
import { expect, test } from './test'
import { type Challenge, openBank, startOrder } from './verification'

const shop = 'http://shop.test'

test.use({ otherOrigins: [shop] })

test('approved with a TermUrl: the shop receives PaRes and MD, and the order succeeds', async ({ page }) => {
  const order = await startOrder()
  const back = page.waitForRequest(`${shop}/paid`)
  await openBank(page, order, { PaReq: order.data.pareq, TermUrl: `${shop}/paid`, MD: 'cart 42 & <more>' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your payment')
  await expect(page).toHaveTitle('Verify your payment · Test Bank')
  for (const fact of ['Demo Store', 'SEK 100.00', 'Visa', '3184'])
    await expect(page.getByRole('main')).toContainText(fact)
  await page.getByRole('button', { name: 'Approve payment' }).click()
  const posted = new URLSearchParams((await back).postData() ?? '')
  expect(Object.fromEntries(posted)).toEqual({ PaRes: 'approved', MD: 'cart 42 & <more>' })
  await expect(page).toHaveURL(`${shop}/paid`)
  expect((await order.repeat()).status).toBe(201)
})

test('rejected: the order is declined, whatever is sent afterwards', async ({ page, request }) => {
  const order = await startOrder()
  const back = page.waitForRequest(`${shop}/paid`)
  await openBank(page, order, { pareq: order.data.pareq, termurl: `${shop}/paid` })
  await page.getByRole('button', { name: 'Reject payment' }).click()
  expect(Object.fromEntries(new URLSearchParams((await back).postData() ?? ''))).toEqual({
    PaRes: 'rejected',
  })
  // Only the first decision counts, and returning shows it.
  await request.post(`/bank/${order.data.pareq}/answer`, { form: { answer: 'approve' } })
  const again = await request.post('/bank', { form: { pareq: order.data.pareq } })
  expect(await again.text()).toContain('Payment rejected')
  const { status, body } = await order.repeat({ PaRes: 'approved' })
  expect(status).toBe(400)
  expect(body.content.details.code).toBe('3ds authentication failure')
})

test('without a TermUrl, the opening window is notified', async ({ page, context }) => {
  const order = await startOrder()
  await page.goto('/')
  const opened = context.waitForEvent('page')
  const message = page.evaluate(
    ({ url, pareq }) =>
      new Promise((resolve) => {
        addEventListener('message', ({ data, origin }) => resolve({ data, origin }))
        const form = Object.assign(document.createElement('form'), {
          method: 'post',
          action: url,
          target: 'bank',
        })
        form.append(
          Object.assign(document.createElement('input'), { name: 'PAREQ', value: pareq.toUpperCase() }),
        )
        document.body.append(form)
        open('', 'bank', 'width=420,height=640')
        form.submit()
      }),
    { url: order.url, pareq: order.data.pareq },
  )
  const bank = await opened
  await bank.getByRole('button', { name: 'Approve payment' }).click()
  await expect(bank.getByText('You can close this window.')).toBeVisible()
  expect(await message).toEqual({ data: { type: 'kassa.3ds', status: 'approved' }, origin: address })
  expect((await order.repeat()).status).toBe(201)
})

test.describe('in an iframe', () => {
  const other = `http://127.0.0.1:${port + 1}`
  test.use({ otherOrigins: [other] })

  test('the embedding page is notified', async ({ page }) => {
    const order = await startOrder()
    // A real server, because browsers do not let a page from elsewhere embed a page of this machine.
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end(shopPage(order))
    })
    await once(server.listen(port + 1, '127.0.0.1'), 'listening')
    await page.goto(other)
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.frameLocator('iframe').getByRole('button', { name: 'Reject payment' }).click()
    await expect(page.locator('#result')).toHaveText('rejected')
    server.close()
  })
})

const shopPage = ({ url, data }: Challenge) => `<!doctype html>
<title>Shop</title>
<link rel="icon" href="data:,">
<iframe name="bank" title="Bank" width="420" height="600"></iframe>
<form method="post" action="${url}" target="bank">
  <input type="hidden" name="pareq" value="${data.pareq}"><button>Pay</button>
</form>
<p id="result"></p>
<script>
  addEventListener('message', ({ data }) => {
    if (data.type === 'kassa.3ds') document.getElementById('result').textContent = data.status
  })
</script>`

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a button leads back to the shop', async ({ page }) => {
    const order = await startOrder()
    const back = page.waitForRequest(`${shop}/paid`)
    await openBank(page, order, { pareq: order.data.pareq, TermUrl: `${shop}/paid`, MD: '42' })
    await page.getByRole('button', { name: 'Approve payment' }).click()
    await page.getByRole('button', { name: 'Continue to Demo Store' }).click()
    expect((await back).postData()).toBe('PaRes=approved&MD=42')
    expect((await order.repeat()).status).toBe(201)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, expectedErrors: [/status of 40[045]/] })

  test('the pages of the bank are accessible, fit, and are used by keyboard alone', async ({ page }) => {
    const order = await startOrder()
    await openBank(page, order, { pareq: order.data.pareq })
    const approve = page.getByRole('button', { name: 'Approve payment' })
    await expect(approve).toBeVisible()
    await expectPresentable(page)
    await page.keyboard.press('Tab')
    await expect(approve).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Reject payment' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Payment approved' })).toBeVisible()
    await expectPresentable(page)
    expect((await order.repeat()).status).toBe(201)
    await page.goto('/bank/unknown')
    await expectPresentable(page)
    await page.goto('/bank')
    await expectPresentable(page)
  })
})
