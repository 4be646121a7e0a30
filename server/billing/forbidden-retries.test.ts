import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { method } from '@/db/schema'
import { move, ordersOf, payer, shopOn, statusOf, subscribe } from '@/test/billing'
import { call, tokenFor, visa } from '@/test/call'
import { testWorld } from '@/test/world'
import type { Account } from '../model/account'
import type { DeclineCode } from '../model/card/service'

const world = testWorld()

afterEach(() => void vi.restoreAllMocks())

/** Has every payment declined. Returns the calls of the card service. */
function declineWith(code: DeclineCode) {
  const authorize = vi.spyOn(world.runtime.cards.named('test'), 'authorize')
  return authorize.mockImplementation(async () => ({ status: 'declined', code }))
}

async function subscribed(schedule = 'monthly') {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, visa)
  await subscribe(shop, account, { schedule })
  const failures = async () =>
    (await ordersOf(shop, account)).flatMap(({ event }) => event.flatMap(({ error }) => error?.content ?? []))
  return { shop, account, failures }
}

test.each([
  ['card lost or stolen', 1],
  ['card restricted', 1],
  ['card expired', 5],
  ['card declined', 5],
] as const)(
  'a card declined with "%s" is sent to the bank %d time(s), and retries keep their schedule',
  async (code, times) => {
    const { shop, account, failures } = await subscribed()
    const authorize = declineWith(code)
    await move(shop, { to: '2027-05-09' })
    expect(authorize).toHaveBeenCalledTimes(times)
    const failed = await failures()
    expect(failed.map(({ details }) => details?.code)).toEqual(Array(5).fill(code))
    expect(
      failed.filter(({ description }) =>
        description.endsWith('card schemes forbid trying such a card again.'),
      ),
    ).toHaveLength(5 - times)
    expect(failed[0]?.description).not.toMatch('forbid')
    expect(await statusOf(shop, account)).toBe('suspended')
  },
)

test('new due dates do not send it either while the account owes, but send its replacement', async () => {
  const { shop, account, failures } = await subscribed('daily')
  const authorize = declineWith('card lost or stolen')
  await move(shop, { to: '2027-05-04' })
  expect(await ordersOf(shop, account)).toHaveLength(4)
  expect(authorize).toHaveBeenCalledTimes(1)
  expect(new Set((await failures()).map(({ details }) => details?.code))).toEqual(
    new Set(['card lost or stolen']),
  )
  vi.restoreAllMocks()
  await world.runtime.db.update(method).set({ last4: '1112' }).where(eq(method.accountId, account.id))
  await move(shop, { to: '2027-05-05' })
  expect((await ordersOf(shop, account)).at(-1)?.status).toEqual({ charged: 100 })
})

test('a due date of another account sends its card', async () => {
  const { shop, account } = await subscribed('daily')
  const other = await payer(shop, visa)
  await subscribe(shop, other, { schedule: 'daily' })
  const authorize = declineWith('card lost or stolen')
  await move(shop, { to: '2027-05-02' })
  expect(authorize).toHaveBeenCalledTimes(2)
  expect(await ordersOf(shop, account)).toHaveLength(2)
})

test('a card that its bank has replaced is tried again', async () => {
  const { shop, account, failures } = await subscribed()
  declineWith('card lost or stolen')
  await move(shop, { to: '2027-05-02' })
  expect(await failures()).toHaveLength(2)
  vi.restoreAllMocks()
  await world.runtime.db.update(method).set({ last4: '1112' }).where(eq(method.accountId, account.id))
  await move(shop, { to: '2027-05-04' })
  expect((await ordersOf(shop, account)).map(({ status }) => status)).toEqual([{ charged: 100 }])
})

test('another card pays at once, and a merchant who charges the same card again has it sent', async () => {
  const { shop, account } = await subscribed()
  const authorize = declineWith('card lost or stolen')
  await move(shop, { to: '2027-05-02' })
  expect(authorize).toHaveBeenCalledTimes(1)
  const [order] = await ordersOf(shop, account)
  await call(shop.privateKey, 'POST', `/order/${order?.id}/event`, { type: 'charge' })
  expect(authorize).toHaveBeenCalledTimes(2)
  vi.restoreAllMocks()
  const card = await tokenFor(shop, visa)
  await call<Account>(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card })
  expect((await ordersOf(shop, account)).map(({ status }) => status)).toEqual([{ charged: 100 }])
})
