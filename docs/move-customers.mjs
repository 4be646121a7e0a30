// Moves customers of another system to Kassa: PRIVATE_KEY=sk_… KASSA_URL=https://… node move-customers.mjs customers.json
// Can be stopped and started again: what is there already is not created twice.
import { readFile } from 'node:fs/promises'

const { KASSA_URL, PRIVATE_KEY } = process.env

async function send(path, body, headers) {
  const response = await fetch(`${KASSA_URL}/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${PRIVATE_KEY}`, 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const result = await response.json()
  if (!response.ok) throw new Error(`${path}: ${result.content.description}`)
  return result
}

/** `card`: its reference at Stripe, such as pm_… `subscriptions`: each with a number, and the next payment as its start. */
async function move({ card, subscriptions, ...customer }) {
  const [known] = await send(`/account?number=${encodeURIComponent(customer.number)}`)
  const account = known ?? (await create(customer, card))
  for (const subscription of subscriptions) {
    const once = { 'Idempotency-Key': `moved ${subscription.number}` }
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
