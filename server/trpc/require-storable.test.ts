import { expect, test } from 'vitest'
import { accountWith, visa } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { testWorld } from '@/test/world'

const world = testWorld()

async function owner() {
  const shop = await world.newMerchant()
  return { shop, call: await dashboardAs(world.runtime, shop.merchant, 'owner') }
}

test.each(['a\0b', '\ud800'])('refuses text that cannot be stored wherever it appears: %j', async (text) => {
  const { call } = await owner()
  const attempt = crypto.randomUUID()
  const event = { type: 'charge' as const }
  for (const [property, refused] of [
    ['text', () => call.search.find({ text })],
    ['request', () => call.request.list({ request: text })],
    ['subject', () => call.audit.list({ subject: text })],
    ['id', () => call.team.remove({ id: text })],
    ['id', () => call.callback.get({ id: text })],
    ['id', () => call.order.operate({ id: text, event, attempt, expected: 1n })],
    ['ids[0]', () => call.order.previewMany({ ids: [text], type: 'charge' })],
    ['query', () => call.view.save({ list: 'orders', name: 'Mine', query: text })],
    ['password', () => call.user.beginFactor({ password: text })],
  ] as const) {
    await expect(refused()).rejects.toMatchObject({ details: { status: 400, content: { property } } })
  }
})

test('rejects a cursor of the year 0', async () => {
  const { shop, call } = await owner()
  const { id } = await accountWith(shop, visa)
  const after = Buffer.from('["newest","0000-01-01T00:00:00.000Z","abcdefghijklmnop"]').toString('base64url')
  const none = { details: { status: 400, content: { type: 'cursor' } } }
  await expect(call.account.list({ after })).rejects.toMatchObject(none)
  const cursor = '0000-01-01T00:00:00.000Z order.a'
  await expect(call.account.history({ id, cursor })).rejects.toMatchObject(none)
})
