import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { addCallbacks, deliverIn, eventually } from '@/test/receiver'
import { type TestMerchant, testWorld } from '@/test/world'
import { readDelivery } from './list-deliveries'
import { rollSecret } from './secret'

const world = testWorld()

/** Runs the receiver that the guide shows as a process. Returns its address and its output. */
async function example(signingSecret: string): Promise<{ url: string; lines: string[] }> {
  const child = spawn(process.execPath, ['docs/receiver.mjs'], {
    env: { ...process.env, SIGNING_SECRET: signingSecret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const lines: string[] = []
  const output = createInterface(child.stdout)
  const first = once(output, 'line')
  output.on('line', (line) => lines.push(line))
  const [greeting] = await first
  lines.length = 0
  return { url: String(greeting).replace('Listening on ', ''), lines }
}

/** Returns the response to a callback of a receiver with a secret. */
async function responseTo(shop: TestMerchant, secret: string) {
  const { url, lines } = await example(secret)
  const [id = ''] = await addCallbacks(shop, url)
  const attempts = async () => (await readDelivery(shop.context, id)).attemptHistory
  await eventually(async () => (await attempts()).length).toBe(1)
  const [{ status, responseBody } = {}] = await attempts()
  return { id, status, responseBody, lines }
}

test('the receiver of the guide accepts callbacks signed with its secret', async () => {
  deliverIn(world)
  const shop = await world.newMerchant()
  const { id, status, lines } = await responseTo(shop, shop.signingSecret)
  expect(status).toBe(204)
  await eventually(() => lines).toEqual([`${id} test `])
})

test('it rejects callbacks signed with another secret', async () => {
  deliverIn(world)
  const shop = await world.newMerchant()
  const { signingSecret } = await world.newMerchant()
  const { status, responseBody, lines } = await responseTo(shop, signingSecret)
  expect([status, responseBody]).toEqual([400, 'No matching signature found'])
  expect(lines).toEqual([])
})

test('until a rolled secret expires, receivers with the old and with the new secret accept callbacks', async () => {
  deliverIn(world)
  const shop = await world.newMerchant()
  const { secret } = await rollSecret(shop.context, { overlap: 1 })
  expect((await responseTo(shop, shop.signingSecret)).status).toBe(204)
  expect((await responseTo(shop, secret)).status).toBe(204)
  const last = await rollSecret(shop.context, { overlap: 0 })
  expect((await responseTo(shop, secret)).status).toBe(400)
  expect((await responseTo(shop, last.secret)).status).toBe(204)
})
