import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { cards, typeCard } from './card-form'
import { call, demo } from './demo'
import { port } from './place'
import { textsInReference } from './reference'
import { expect, test } from './test'

const shop = `http://127.0.0.1:${port + 3}`
test.use({ otherOrigins: [shop], expectedErrors: [/ERR_INCOMPLETE_CHUNKED_ENCODING|status of (400|504)/] })

let server: Server
let page: string
/** What the shop's page sent. */
let attempts: { token: string; key: string }[]
const number = `GUIDE-${randomUUID()}`

/** The shop's server, which creates the order. The first response is lost, the second unknown to the shop itself. */
test.beforeAll(async () => {
  attempts = []
  server = createServer(async (request, response) => {
    // The browser stays on the page, as it does while the next one loads.
    if (request.url === '/thanks') return response.writeHead(204).end()
    if (request.url !== '/order') return response.setHeader('Content-Type', 'text/html').end(page)
    const { cart: _, token, key } = (await json(request)) as { cart: number; token: string; key: string }
    attempts.push({ token, key })
    const order = { number, items: 249, currency: 'SEK', payment: { type: 'card', card: token } }
    const { status, body } = await call('POST', '/order', order, key)
    response.writeHead(attempts.length === 2 ? 504 : status, { 'Content-Type': 'application/json' })
    if (attempts.length > 1) response.end(JSON.stringify(body))
    else response.write('{', () => request.socket.destroy())
  })
  await once(server.listen(port + 3, '127.0.0.1'), 'listening')
})
test.afterAll(() => server.close())

test('the guide’s checkout creates one order, however often its response is lost', async ({
  page: browser,
}) => {
  const [fields, script] = await Promise.all(
    ['Card form in a page', 'Paying with the card form'].map(
      async (label) => (await textsInReference(browser, `[aria-label="${label}"]`))[0],
    ),
  )
  const head = '<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">'
  page = `${head}${fields?.replace('pk_…', demo().publicKey)}<script>${script}</script>`
  await browser.goto(shop)
  const pay = browser.getByRole('button', { name: 'Pay' })
  const alert = browser.getByRole('alert')

  await typeCard(browser, cards.accepted)
  await pay.click()
  await expect(alert).toHaveText(/Press the button again: you will be charged only once/)
  // Another card would be a second payment, so the first one is asked about.
  await typeCard(browser, cards.poor)
  await pay.click()
  await expect.poll(() => attempts.length).toBe(2)
  await expect(alert).toHaveText(/Press the button again: you will be charged only once/)
  const thanks = browser.waitForRequest(`${shop}/thanks`)
  await pay.click()
  await thanks
  // Another press would be a second payment.
  await expect(alert).toHaveText('')
  await expect(pay).toBeDisabled()
  expect(attempts).toEqual(Array(3).fill(attempts[0]))
  const { body: orders } = await call('GET', '/order?limit=1000')
  expect(orders.filter((order: { number: string }) => order.number === number)).toHaveLength(1)

  await browser.goto(shop)
  await typeCard(browser, cards.poor)
  await pay.click()
  await expect(alert).toHaveText('The card was declined. Use another card.')
  expect(attempts[3]).not.toEqual(attempts[0])
})
