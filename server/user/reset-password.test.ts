import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mail, passwordReset } from '@/db/schema'
import { newMember, newUser } from '@/test/members'
import { password } from '@/test/password'
import { keyMailedTo, mailsTo } from '@/test/people-mail'
import { testWorld } from '@/test/world'
import { hours, minutes } from '../core/clock'
import { changePassword } from './change-password'
import { findReset, requestReset, resetPassword, resetsAnHour } from './reset-password'
import { findUser, requireUser } from './session'
import { signIn } from './sign-in'
import { maxFailures } from './sign-in-limits'

const world = testWorld()

const chosen = 'another long password'
const refused = { code: 'reset.spent' }

async function member() {
  const { merchant } = await world.newMerchant()
  return newMember(world.runtime, merchant, 'viewer')
}

const keyFor = (email: string) => keyMailedTo(world.runtime, email, 'password-reset')

test('the key in the mail changes the password once, ends every session, and sends a notice', async () => {
  const session = await member()
  world.clock.advance(1000)
  await requestReset(world.runtime, ` ${session.email.toUpperCase()} `)
  const key = await keyFor(session.email)
  expect(await findReset(world.runtime, key)).toEqual({ email: session.email })
  expect(await findUser(world.runtime, session)).toBeDefined()
  await resetPassword(world.runtime, { key, password: chosen })
  expect(await findUser(world.runtime, session)).toBeUndefined()
  await signIn(world.runtime, { email: session.email, password: chosen })
  await expect(signIn(world.runtime, { email: session.email, password })).rejects.toThrow()
  expect(await mailsTo(world.runtime, session.email, 'security-notice')).toMatchObject([
    { data: { what: 'password' } },
  ])
  expect(await findReset(world.runtime, key)).toBeUndefined()
  await expect(resetPassword(world.runtime, { key, password })).rejects.toMatchObject(refused)
})

test('one of ten simultaneous uses of a key succeeds', async () => {
  const { email } = await member()
  await requestReset(world.runtime, email)
  const key = await keyFor(email)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, count) =>
      resetPassword(world.runtime, { key, password: `${chosen} ${count}` }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await mailsTo(world.runtime, email, 'security-notice')).toHaveLength(1)
})

test('a key works for an hour', async () => {
  const { email } = await member()
  await requestReset(world.runtime, email)
  const key = await keyFor(email)
  world.clock.advance(hours(1) - minutes(1))
  expect(await findReset(world.runtime, key)).toBeDefined()
  world.clock.advance(minutes(1))
  expect(await findReset(world.runtime, key)).toBeUndefined()
  await expect(resetPassword(world.runtime, { key, password: chosen })).rejects.toMatchObject(refused)
  await signIn(world.runtime, { email, password })
})

test.each(['by another key', 'by its owner'])(
  'a password changed %s invalidates earlier keys',
  async (how) => {
    const session = await member()
    await requestReset(world.runtime, session.email)
    const first = await keyFor(session.email)
    world.clock.advance(1000)
    await requestReset(world.runtime, session.email)
    const second = await keyFor(session.email)
    expect(first).not.toBe(second)
    if (how === 'by another key') await resetPassword(world.runtime, { key: second, password: chosen })
    else {
      const user = await requireUser(world.runtime, session)
      await changePassword(world.runtime, { known: user, current: password, password: chosen })
    }
    await expect(
      resetPassword(world.runtime, { key: first, password: 'a third one, as long' }),
    ).rejects.toThrow()
    await signIn(world.runtime, { email: session.email, password: chosen })
  },
)

test('sends an address at most five an hour, even for simultaneous requests', async () => {
  const { email } = await member()
  await Promise.all(Array.from({ length: 12 }, () => requestReset(world.runtime, email)))
  expect(await mailsTo(world.runtime, email, 'password-reset')).toHaveLength(resetsAnHour)
  world.clock.advance(hours(1))
  await requestReset(world.runtime, email)
  expect(await mailsTo(world.runtime, email, 'password-reset')).toHaveLength(resetsAnHour + 1)
})

test('mails that were sent while a clock was ahead do not count once it is right', async () => {
  const { email } = await member()
  world.clock.advance(hours(30))
  for (let sent = 0; sent < resetsAnHour; sent++) await requestReset(world.runtime, email)
  world.clock.advance(-hours(30))
  await requestReset(world.runtime, email)
  expect(await mailsTo(world.runtime, email, 'password-reset')).toHaveLength(resetsAnHour + 1)
})

test.each(['nobody@example.com', 'no address', '', '\0'])('writes nothing for %j', async (given) => {
  const before = await world.runtime.db.$count(mail)
  await requestReset(world.runtime, given)
  expect(await world.runtime.db.$count(mail)).toBe(before)
})

test.each(['', 'x', '\0', 'x'.repeat(43)])('rejects %j as a key', async (key) => {
  expect(await findReset(world.runtime, key)).toBeUndefined()
  await expect(resetPassword(world.runtime, { key, password: chosen })).rejects.toMatchObject(refused)
})

test('neither the key nor its mail is kept in clear text', async () => {
  const { email, userId } = await member()
  await requestReset(world.runtime, email)
  const key = await keyFor(email)
  const rows = await world.runtime.db.select().from(passwordReset).where(eq(passwordReset.userId, userId))
  expect(JSON.stringify([rows, await mailsTo(world.runtime, email, 'password-reset')])).not.toContain(key)
})

test('a user without a merchant gets no mail, and nothing breaks', async () => {
  const { email } = await newUser(world.runtime)
  await requestReset(world.runtime, email)
  expect(await mailsTo(world.runtime, email, 'password-reset')).toEqual([])
})

test('a new password lifts the limit on failed attempts', async () => {
  const { email } = await member()
  for (let count = 0; count < maxFailures; count++) {
    await signIn(world.runtime, { email, password: 'wrong' }).catch(() => {})
  }
  await requestReset(world.runtime, email)
  await resetPassword(world.runtime, { key: await keyFor(email), password: chosen })
  expect(await signIn(world.runtime, { email, password: chosen })).toBeDefined()
})
