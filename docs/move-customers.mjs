// Moves customers of another system to Kassa. It can be stopped and started again:
// KASSA_URL=https://… PRIVATE_KEY=sk_… node move-customers.mjs customers.json
import { readFile } from 'node:fs/promises'

const { KASSA_URL, PRIVATE_KEY } = process.env
const usual = { Authorization: `Bearer ${PRIVATE_KEY}`, 'Content-Type': 'application/json' }

async function send(path, body, headers) {
  const response = await fetch(`${KASSA_URL}/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...usual, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const result = await response.json()
  if (!response.ok) throw new Error(`${path}: ${result.content.description}`)
  return result
}

/** `card`: its reference at Stripe. Subscriptions have a number, and start with the next payment. */
async function move({ card, subscriptions = [], ...customer }) {
  const [known] = await send(`/account?number=${encodeURIComponent(customer.number)}`)
  const account = known ?? (await create(customer, card))
  const moved = new Set(account.subscription.map(({ number }) => number))
  for (const subscription of subscriptions.filter(({ number }) => !moved.has(number))) {
    const once = { 'Idempotency-Key': `moved ${encodeURIComponent(subscription.number)}` }
    await send(`/account/${account.id}/subscription`, { ...subscription, notify: false }, once)
  }
}

async function create(customer, reference) {
  const { token } = await send('/card', { reference })
  return send('/account', { ...customer, method: [{ type: 'token', card: token }] })
}

for (const customer of JSON.parse(await readFile(process.argv[2], 'utf8'))) {
  try {
    await move(customer)
    console.log(`${customer.number} moved`)
  } catch (error) {
    console.error(`${customer.number} not moved: ${error.message}`)
  }
}
