import { expect, test } from 'vitest'
import { accountWith, call, tokenFor, visa } from '@/test/call'
import { mailExamples } from '@/test/mails'
import { dashboardAs } from '@/test/members'
import { testWorld } from '@/test/world'
import { addAddress } from '../callback/addresses'
import { writeMails } from '../mail/write-mails'

const world = testWorld()

test('mail and callbacks are found by the number of their order, which has its name on their pages', async () => {
  const own = await world.newMerchant()
  const as = await dashboardAs(world.runtime, own.merchant, 'viewer')
  await addAddress(own.context, { url: 'https://shop.example/callback' })
  const bought = async (number: string) => {
    const payment = { type: 'card', card: await tokenFor(own, visa) }
    const asked = { items: 20, currency: 'SEK', number, payment }
    const { body } = await call<{ id: string }>(own.privateKey, 'POST', '/order', asked)
    const data = { ...mailExamples.receipt, order: body.id }
    const { id: accountId } = await accountWith(own)
    await writeMails(own.context, [{ accountId, to: 'jane@example.com', template: 'receipt', data }])
    return body.id
  }
  const id = await bought('M-1')
  await bought('M-2')
  const [sent, ...others] = (await as.mail.list({ order: 'm-1' })).rows
  expect([sent?.orderId, others]).toEqual([id, []])
  expect(await as.mail.get({ id: sent?.id ?? '' })).toMatchObject({ order: { id, number: 'M-1' } })
  const { rows } = await as.callback.list({ order: 'M-1' })
  expect(rows.length).toBeGreaterThan(0)
  expect(rows).toEqual((await as.callback.list({ order: id })).rows)
  for (const { orderId } of rows) expect(orderId).toBe(id)
  const delivery = await as.callback.get({ id: rows[0]?.id ?? '' })
  expect(delivery).toMatchObject({ order: { id, number: 'M-1' } })
})
