import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { newMember } from '@/test/members'
import { password } from '@/test/password'
import { keyMailedTo } from '@/test/people-mail'
import { racedBy } from '@/test/race'
import { testWorld } from '@/test/world'
import { changePassword } from './change-password'
import { requestReset, resetPassword } from './reset-password'
import { beginFactor, confirmFactor, endFactor, factorOf, renewRecoveryCodes } from './second-factor'
import { requireUser, type UserSession } from './session'
import { signIn } from './sign-in'

const world = testWorld()

const chosen = 'another long password'
const wrong = { code: 'password.wrong' }
const me = (session: UserSession) => requireUser(world.runtime, session)

async function member() {
  const { merchant } = await world.newMerchant()
  return newMember(world.runtime, merchant, 'admin')
}

/** An installation in which the password of a user is reset while somebody proves to know the old one. */
async function resetting(email: string) {
  await requestReset(world.runtime, email)
  const key = await keyMailedTo(world.runtime, email, 'password-reset')
  let reset: Promise<unknown> | undefined
  const act = () => (reset ??= resetPassword(world.runtime, { key, password: chosen }))
  return { ...world.runtime, db: racedBy(world.runtime.db, act) }
}

test('a password that is reset stays, although someone who knows the old one is changing it', async () => {
  const session = await member()
  const known = await me(session)
  const theirs = { known, current: password, password: 'a long password of theirs' }
  await expect(changePassword(await resetting(session.email), theirs)).rejects.toMatchObject(wrong)
  await signIn(world.runtime, { email: session.email, password: chosen })
})

test.each([
  ['ended', endFactor],
  ['given new codes', renewRecoveryCodes],
])('a second factor is not %s with a password that is being reset', async (_, act) => {
  const session = await member()
  const { secret } = await beginFactor(world.runtime, { known: await me(session), password })
  const code = () => generateSync({ secret, epoch: Math.floor(world.clock.now().getTime() / 1000) })
  await confirmFactor(world.runtime, { known: await me(session), session, code: code() })
  world.clock.advance(60_000)
  const known = await me(session)
  const proof = { known, password, code: code() }
  await expect(act(await resetting(session.email), proof)).rejects.toMatchObject(wrong)
  expect(await factorOf(world.runtime, known)).toMatchObject({ recoveryCodes: 10 })
})
