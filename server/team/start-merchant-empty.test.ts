import { expect, test } from 'vitest'
import { merchant, user } from '@/db/schema'
import { testWorld } from '@/test/world'
import { MerchantCreatable } from '../merchant/create-merchant'
import { signIn } from '../user/sign-in'
import { hasUsers, startKassa } from './start-merchant'

// Has its own file, because the database is empty for one test only.
const world = testWorld()

const input = (email: string) =>
  MerchantCreatable.parse({ name: 'My shop', email, password: 'a long password' })

test('only one of ten simultaneous requests sets up an empty installation, and none after that', async () => {
  const { db } = world.runtime
  expect(await hasUsers(db)).toBe(false)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, count) => startKassa(world.runtime, input(`owner-${count}@example.com`))),
  )
  const created = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(created).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'setup.done' })
  }
  expect([await db.$count(user), await db.$count(merchant)]).toEqual([1, 1])
  expect(await hasUsers(db)).toBe(true)
  await signIn(world.runtime, { email: created[0]?.email ?? '', password: 'a long password' })
  await expect(startKassa(world.runtime, input('late@example.com'))).rejects.toMatchObject({
    code: 'setup.done',
  })
})
