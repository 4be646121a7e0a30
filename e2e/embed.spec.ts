import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { bankIn, cards, fieldsIn, formIn, typeCard } from './card-form'
import { call, demo } from './demo'
import { holdRequests } from './hold-back'
import { address, port } from './place'
import { expect, test } from './test'

test.describe('in a page of another origin', () => {
  const other = `http://127.0.0.1:${port + 2}`
  test.use({
    otherOrigins: [other],
    expectedErrors: [/<kassa-card>: (public-key is unknown|.* does not respond)|status of 400.*\/v1\/order/],
  })
  // One port, so one at a time.
  test.describe.configure({ mode: 'default' })
  let server: Server

  test.beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader('Content-Type', 'text/html').end(shopPage(new URL(request.url ?? '/', other)))
    })
    await once(server.listen(port + 2, '127.0.0.1'), 'listening')
  })

  test.afterAll(() => server.close())

  // All other tests use a classic script.
  test('the page has the token and never the number, with a script that is a module', async ({
    page,
    context,
  }) => {
    const sent: { url: string; body: string; from: string | undefined }[] = []
    context.on('request', (request) => {
      const body = request.postData() ?? ''
      sent.push({ url: `${request.method()} ${request.url()}`, body, from: request.frame().url() })
    })
    await page.goto(`${other}/?key=${demo().publicKey}&kind=module`)
    await typeCard(page, cards.accepted)
    await page.getByRole('button', { name: 'Betala' }).click()
    await expect(page.locator('#result')).toHaveText(/"last4":"1111"/)
    const { token } = JSON.parse((await page.locator('#result').textContent()) ?? '')
    expect(await page.evaluate(() => new FormData(document.forms[0]).get('card'))).toBe(token)

    // Only one request contains the number: from the frame to its own origin, and not in its URL.
    const carrying = sent.filter(({ url, body }) => `${url}${body}`.includes(cards.accepted))
    expect(carrying.map(({ url }) => url)).toEqual([`POST ${address}/v1/card`])
    expect(carrying[0]?.from).toMatch(`${address}/embed/card?`)

    // The page cannot look into the frame.
    expect(await page.evaluate(spy)).toEqual({ document: null, reading: 'SecurityError' })
    const heard = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')))
    expect(heard).toContain(token)
    expect(heard.replaceAll(/\D/g, '')).not.toContain(cards.accepted)
    expect(heard).not.toContain('"987"')

    // The token belongs to this merchant and can pay an order.
    const order = { items: 100, currency: 'SEK', payment: { type: 'card', card: token } }
    expect((await call('POST', '/order', order)).status).toBe(201)
    // Editing the card discards its token.
    await fieldsIn(page).locator('#csc').fill('98')
    await expect.poll(() => page.evaluate(() => new FormData(document.forms[0]).get('card'))).toBeNull()
  })

  test('listens only to the first channel, takes only styles from it, and behaves like a field of the form around it', async ({
    page,
  }) => {
    await page.goto(`${other}/?key=${demo().publicKey}`)
    await expect(fieldsIn(page).getByLabel('Kortnummer')).toBeVisible()
    await page.locator('kassa-card[data-ready]').waitFor()
    await typeCard(page, cards.accepted)
    const responses = await page.evaluate(async () => {
      const frame = document.querySelector('kassa-card')?.shadowRoot?.querySelector('iframe')?.contentWindow
      const { port1, port2 } = new MessageChannel()
      const responses: unknown[] = []
      port1.onmessage = ({ data }) => responses.push(data)
      frame?.postMessage({ type: 'kassa.card' }, '*', [port2])
      port1.postMessage({ type: 'tokenize', id: 1 })
      // By the time the first channel has a response, the second would have had one.
      const card = document.querySelector('kassa-card') as unknown as { tokenize(): Promise<unknown> }
      await card.tokenize()
      return responses
    })
    expect(responses).toEqual([])
    await page.addStyleTag({
      content: `kassa-card { --kassa-card-text: oklch(0.4 0.1 20); --kassa-card-radius: 14px;
        --kassa-card-font: Georgia, serif; --kassa-card-field: url(${address}/stolen) }`,
    })
    await page.locator('kassa-card').evaluate((card) => card.classList.add('dressed'))
    await expect(fieldsIn(page).locator('#number')).toHaveCSS('border-radius', '14px')
    await expect(fieldsIn(page).locator('#number')).toHaveCSS('color', 'oklch(0.4 0.1 20)')
    await expect(fieldsIn(page).locator('#number')).toHaveCSS('font-family', 'Georgia, serif')

    await page.locator('kassa-card').evaluate((card) => card.toggleAttribute('disabled'))
    await expect(fieldsIn(page).locator('#number')).toBeDisabled()
    await page.locator('kassa-card').evaluate((card) => card.toggleAttribute('disabled'))
    await expect(fieldsIn(page).locator('#number')).toBeEnabled()
    await page.evaluate(() => document.forms[0]?.reset())
    await expect(fieldsIn(page).locator('#number')).toHaveValue('')
    await expect(fieldsIn(page).locator('#csc')).toHaveValue('')
    // The frame is as high as its content, so that nothing scrolls inside.
    await page.getByRole('button', { name: 'Betala' }).click()
    await expect(fieldsIn(page).locator('#csc-problem')).toBeVisible()
    const hidden = () => formIn(page)?.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    await expect.poll(hidden).toBe(0)
  })

  test('a wrong key shows an error before a card is entered, and a private key is never sent', async ({
    page,
    context,
  }) => {
    const addresses: string[] = []
    context.on('request', (request) => addresses.push(request.url()))
    const logged = page.waitForEvent('console', (message) => message.type() === 'error')
    await page.goto(`${other}/?key=pk_test_wrong`)
    const alert = fieldsIn(page).getByRole('main').getByRole('alert')
    await expect(alert).toHaveText(/Kort kan inte tas emot här just nu/)
    expect((await logged).text()).toContain('Give the key that begins with pk_')
    await expect(fieldsIn(page).locator('input')).toHaveCount(0)
    await page.getByRole('button', { name: 'Betala' }).click()
    await expect(page.locator('#result')).toHaveText(/^public key: Kort kan inte/)

    await page.evaluate((key) => {
      document.querySelector('kassa-card')?.setAttribute('public-key', key)
    }, demo().privateKey)
    const forms = () => addresses.filter((each) => each.startsWith(`${address}/embed/card?`))
    await expect.poll(() => forms().length).toBe(2)
    await expect(alert).toBeVisible()
    expect(addresses.join()).not.toContain('sk_')
  })

  test('a form that is loaded after its time-out can be used', async ({ page }) => {
    const release = await holdRequests(page, /\/embed\/card\?/)
    await page.clock.install()
    await page.goto(`${other}/?key=${demo().publicKey}`, { waitUntil: 'commit' })
    await expect(page.locator('kassa-card iframe')).toBeAttached()
    await page.clock.fastForward(20_000)
    await page.getByRole('button', { name: 'Betala' }).click()
    await expect(page.locator('#result')).toHaveText(/^unreachable: /)
    release()
    await expect(page.locator('kassa-card[data-ready]')).toBeAttached()
    await typeCard(page, cards.accepted)
    await page.getByRole('button', { name: 'Betala' }).click()
    await expect(page.locator('#result')).toHaveText(/"last4":"1111"/)
  })

  test('the bank is shown in a dialog there too', async ({ page }) => {
    await page.goto(`${other}/?key=${demo().publicKey}&order`)
    await typeCard(page, cards.verified)
    await page.getByRole('button', { name: 'Betala' }).click()
    await bankIn(page).getByRole('button', { name: 'Approve payment' }).click()
    await expect(page.locator('#result')).toHaveText('approved')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

/** Tries to read the card from the surrounding page. */
function spy() {
  const frame = document.querySelector('kassa-card')?.shadowRoot?.querySelector('iframe')
  let reading = 'possible'
  try {
    void frame?.contentWindow?.document.body
  } catch (error) {
    reading = (error as Error).name
  }
  return { document: frame?.contentDocument, reading }
}

const shopPage = ({ searchParams }: URL) => `<!doctype html>
<html lang="sv">
<title>Butik</title>
<link rel="icon" href="data:,">
<script>
  // Records every message to this page, including those on its own channels.
  window.heard = []
  const hear = ({ data }) => heard.push(data)
  addEventListener('message', hear)
  const Channel = MessageChannel
  window.MessageChannel = class extends Channel {
    constructor() { super(); this.port1.addEventListener('message', hear) }
  }
</script>
<form>
  <kassa-card name="card" public-key="${searchParams.get('key') ?? ''}"></kassa-card>
  <button>Betala</button>
</form>
<p id="result"></p>
<script src="${address}/embed/card.js" ${searchParams.get('kind') === 'module' ? 'type="module"' : ''}></script>
<script>
  const [form] = document.forms
  const card = document.querySelector('kassa-card')
  const result = document.getElementById('result')
  card.addEventListener('ready', () => card.setAttribute('data-ready', ''))
  const order = (token) => fetch('${address}/v1/order', {
    method: 'POST',
    headers: { Authorization: 'Bearer ${searchParams.get('key')}', 'Content-Type': 'application/json' },
    body: JSON.stringify({ items: 100, currency: 'SEK', payment: { type: 'card', card: token } }),
  })
  form.onsubmit = async (event) => {
    event.preventDefault()
    try {
      const made = await card.tokenize()
      result.textContent = ${
        searchParams.has('order')
          ? 'await card.verify(await (await order(made.token)).json())'
          : 'JSON.stringify(made)'
      }
    } catch (error) {
      result.textContent = error.code + ': ' + error.message
    }
  }
</script>`
