// @module-tag slow

import { eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { describe, expect, test } from 'vitest'
import { recoveryCode, user as users } from '@/db/schema'
import { newMember } from '@/test/members'
import { password } from '@/test/password'
import { keyMailedTo, mailsTo } from '@/test/people-mail'
import { racedBy } from '@/test/race'
import { testWorld } from '@/test/world'
import { minutes } from '../core/clock'
import { newId } from '../core/id'
import { requestReset, resetPassword } from './reset-password'
import {
  beginFactor,
  confirmFactor,
  consumeCode,
  endFactor,
  factorOf,
  renewRecoveryCodes,
} from './second-factor'
import { requireUser, type UserSession } from './session'
import { signIn } from './sign-in'
import { maxFailures } from './sign-in-limits'

const world = testWorld()

const seconds = (count: number) => count * 1000
const codeNeeded = { code: 'sign-in.code-missing' }
const codeRefused = { code: 'sign-in.code-wrong' }

/** Returns the app's code `offset` steps of 30 seconds from now. */
const codeAt = (secret: string, offset = 0) =>
  generateSync({ secret, epoch: Math.floor(world.clock.now().getTime() / 1000) + offset * 30 })

/** A code that is wrong now. One in 300,000 times, the app shows the first of these. */
const wrongCode = (secret: string) => {
  const near = [-2, -1, 0, 1, 2].map((offset) => codeAt(secret, offset))
  const wrong = ['000000', '111111', '222222', '333333', '444444', '555555']
  return wrong.find((code) => !near.includes(code)) ?? expect.fail('no wrong code')
}

async function person() {
  const { merchant } = await world.newMerchant()
  return { ...(await newMember(world.runtime, merchant, 'admin')), id: newId() }
}

const me = (session: UserSession) => requireUser(world.runtime, session)

const confirm = async (session: UserSession, code: string) =>
  confirmFactor(world.runtime, { known: await me(session), session, code })

/** Creates a user whose second factor is on. The code that confirmed it is used up. */
async function guarded() {
  const session = await person()
  const { secret } = await beginFactor(world.runtime, { known: await me(session), password })
  const codes = await confirm(session, codeAt(secret))
  world.clock.advance(seconds(60))
  const enter = (code?: string, given = password) =>
    signIn(world.runtime, { email: session.email, password: given, code })
  return { session, secret, codes, enter }
}

describe('once it is on', () => {
  test('nobody can guess codes in a browser left open, even with the password', async () => {
    const { session, secret } = await guarded()
    const guess = async () =>
      endFactor(world.runtime, { known: await me(session), password, code: wrongCode(secret) })
    for (let count = 0; count < maxFailures; count++) {
      await expect(guess()).rejects.toMatchObject({ code: 'factor.code-wrong' })
      await expect(beginFactor(world.runtime, { known: await me(session), password })).rejects.toMatchObject({
        code: 'factor.is-on',
      })
    }
    await expect(guess()).rejects.toMatchObject({ code: 'sign-in.too-many' })
  })

  test('the password alone does not sign in, but with a code of the app it does', async () => {
    const { enter, secret, session } = await guarded()
    await expect(enter()).rejects.toMatchObject(codeNeeded)
    await expect(enter(' ')).rejects.toMatchObject(codeNeeded)
    await expect(enter(wrongCode(secret))).rejects.toMatchObject(codeRefused)
    await expect(enter(codeAt(secret), 'wrong')).rejects.toMatchObject({ code: 'sign-in.wrong' })
    expect(await enter(codeAt(secret))).toMatchObject({ userId: session.userId })
  })

  test('accepts each code once, and none that is older than an accepted one', async () => {
    const { enter, secret } = await guarded()
    const code = codeAt(secret)
    await enter(code)
    await expect(enter(code)).rejects.toMatchObject(codeRefused)
    await expect(enter(codeAt(secret, -1))).rejects.toMatchObject(codeRefused)
    await enter(codeAt(secret, 1))
  })

  test('one code used many times at once lets one in', async () => {
    const { enter, secret } = await guarded()
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => enter(codeAt(secret))))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('a code %i steps away is accepted: %s', async (offset, taken) => {
    const { enter, secret } = await guarded()
    // At the beginning of a step, so that it does not end before the code is used.
    world.clock.advance(seconds(30) - (world.clock.now().getTime() % seconds(30)))
    const entering = expect(enter(codeAt(secret, offset)))
    await (taken ? entering.resolves.toBeDefined() : entering.rejects.toMatchObject(codeRefused))
  })

  test('codes cannot be guessed: ten attempts in 15 minutes, and right passwords in between count too', async () => {
    const { enter, secret } = await guarded()
    for (let count = 0; count < maxFailures; count++) {
      await expect(enter(count % 2 ? undefined : wrongCode(secret))).rejects.toMatchObject(
        count % 2 ? codeNeeded : codeRefused,
      )
    }
    await expect(enter(codeAt(secret))).rejects.toMatchObject({ code: 'sign-in.too-many' })
    world.clock.advance(minutes(15))
    await enter(codeAt(secret))
  })

  test('a password reset gives no further attempts at the code', async () => {
    const { enter, secret, session } = await guarded()
    for (let count = 0; count < maxFailures; count++) {
      await expect(enter(wrongCode(secret))).rejects.toMatchObject(codeRefused)
    }
    await requestReset(world.runtime, session.email)
    const key = await keyMailedTo(world.runtime, session.email, 'password-reset')
    await resetPassword(world.runtime, { key, password: 'another long password' })
    const signInAgain = () => enter(codeAt(secret), 'another long password')
    await expect(signInAgain()).rejects.toMatchObject({ code: 'sign-in.too-many' })
    world.clock.advance(minutes(15))
    await signInAgain()
  })

  test('accepts a correct code on a known device, whatever strangers have guessed', async () => {
    const { enter, secret, session } = await guarded()
    for (let count = 0; count < maxFailures; count++) {
      await expect(enter(wrongCode(secret))).rejects.toMatchObject(codeRefused)
    }
    const given = { email: session.email, password, code: codeAt(secret) }
    await expect(
      signIn(world.runtime, { ...given, place: { source: '198.51.100.9' } }),
    ).rejects.toMatchObject({
      code: 'sign-in.too-many',
    })
    await signIn(world.runtime, { ...given, place: { source: '198.51.100.9', device: 'known' } })
  })

  test('each recovery code replaces the app once, however it is typed', async () => {
    const { enter, codes, session } = await guarded()
    const [first = '', second = ''] = codes
    expect(new Set(codes).size).toBe(10)
    await enter(first)
    await expect(enter(first)).rejects.toMatchObject(codeRefused)
    await enter(` ${second.toUpperCase().replace('-', ' ')} `)
    expect(await factorOf(world.runtime, await me(session))).toMatchObject({ recoveryCodes: 8 })
  })

  test('a password reset by e-mail leaves it on', async () => {
    const { session, secret, enter } = await guarded()
    const chosen = 'another long password'
    await requestReset(world.runtime, session.email)
    const key = await keyMailedTo(world.runtime, session.email, 'password-reset')
    await resetPassword(world.runtime, { key, password: chosen })
    await expect(enter(undefined, chosen)).rejects.toMatchObject(codeNeeded)
    await enter(codeAt(secret), chosen)
  })

  test('neither the secret nor the recovery codes are kept in clear text', async () => {
    const { session, secret, codes } = await guarded()
    const { db } = world.runtime
    const kept = JSON.stringify([
      await me(session),
      await db.select().from(recoveryCode).where(eq(recoveryCode.userId, session.userId)),
    ])
    for (const text of [secret, ...codes]) expect(kept).not.toContain(text)
  })

  test('rejects a recovery code of another user', async () => {
    const [one, other] = [await guarded(), await guarded()]
    await expect(one.enter(other.codes[0])).rejects.toMatchObject(codeRefused)
  })
})

describe('setting up', () => {
  test('needs the password and a correct code; until then, signing in needs no code', async () => {
    const session = await person()
    await expect(
      beginFactor(world.runtime, { known: await me(session), password: 'wrong' }),
    ).rejects.toMatchObject({
      code: 'password.wrong',
    })
    const { secret, uri, picture } = await beginFactor(world.runtime, { known: await me(session), password })
    expect(uri).toContain(`secret=${secret}&issuer=Kassa`)
    expect(picture).toMatch(/^<svg/)
    await signIn(world.runtime, { email: session.email, password })
    await expect(confirm(session, wrongCode(secret))).rejects.toMatchObject({ code: 'factor.code-wrong' })
    expect(await confirm(session, codeAt(secret))).toHaveLength(10)
    expect(await mailsTo(world.runtime, session.email, 'security-notice')).toMatchObject([
      { data: { what: 'factor on' } },
    ])
    const isOn = { code: 'factor.is-on' }
    await expect(confirm(session, codeAt(secret, 1))).rejects.toMatchObject(isOn)
    const again = beginFactor(world.runtime, { known: await me(session), password })
    await expect(again).rejects.toMatchObject(isOn)
  })

  test('the code that confirmed it does not also sign in', async () => {
    const session = await person()
    const { secret } = await beginFactor(world.runtime, { known: await me(session), password })
    const code = codeAt(secret)
    await confirm(session, code)
    await expect(signIn(world.runtime, { email: session.email, password, code })).rejects.toMatchObject(
      codeRefused,
    )
  })
})

describe('turning it off, and new recovery codes', () => {
  test('need password and code', async () => {
    const other = await guarded()
    const { session, secret, codes, enter } = await guarded()
    const user = await me(session)
    for (const act of [endFactor, renewRecoveryCodes]) {
      await expect(
        act(world.runtime, { known: user, password: 'wrong', code: codeAt(secret) }),
      ).rejects.toMatchObject({ code: 'password.wrong', params: { field: 'password' } })
      const guess = act(world.runtime, { known: user, password, code: wrongCode(secret) })
      await expect(guess).rejects.toMatchObject({ code: 'factor.code-wrong' })
    }
    const renewed = await renewRecoveryCodes(world.runtime, { known: user, password, code: codeAt(secret) })
    await expect(enter(codes[0])).rejects.toMatchObject(codeRefused)
    await enter(renewed[0])
    await endFactor(world.runtime, { known: await me(session), password, code: renewed[1] ?? '' })
    await enter()
    const [row] = await world.runtime.db.select().from(users).where(eq(users.id, session.userId))
    expect(row).toMatchObject({ totpSecret: null, totpSince: null, totpStep: null })
    expect(await mailsTo(world.runtime, session.email, 'security-notice')).toMatchObject([
      { data: { what: 'factor off' } },
      { data: { what: 'recovery codes' } },
      { data: { what: 'factor on' } },
    ])
    const again = endFactor(world.runtime, { known: await me(session), password, code: 'x' })
    await expect(again).rejects.toMatchObject({ code: 'factor.is-off' })
    const { userId } = session
    const kept = await world.runtime.db.select().from(recoveryCode).where(eq(recoveryCode.userId, userId))
    expect(kept).toEqual([])
    await other.enter(other.codes[0])
  })

  test('are throttled like signing in', async () => {
    const { session, secret } = await guarded()
    const user = await me(session)
    for (let count = 0; count < maxFailures; count++) {
      await endFactor(world.runtime, { known: user, password, code: wrongCode(secret) }).catch(() => {})
    }
    await expect(
      endFactor(world.runtime, { known: user, password, code: codeAt(secret) }),
    ).rejects.toMatchObject({
      code: 'sign-in.too-many',
    })
  })
})

test('recovery codes are not renewed at the moment the second factor is turned off', async () => {
  const { session, secret } = await guarded()
  const user = await me(session)
  const { db } = world.runtime
  const off = { totpSecret: null, totpSince: null, totpStep: null }
  const raced = racedBy(db, () => db.update(users).set(off).where(eq(users.id, user.id)))
  const renewed = renewRecoveryCodes(
    { ...world.runtime, db: raced },
    { known: user, password, code: codeAt(secret) },
  )
  await expect(renewed).rejects.toMatchObject({ code: 'factor.is-off' })
})

test('a code of a replaced app neither signs in nor turns the second factor on', async () => {
  const session = await person()
  const first = await beginFactor(world.runtime, { known: await me(session), password })
  const stale = await me(session)
  const second = await beginFactor(world.runtime, { known: stale, password })
  const late = confirmFactor(world.runtime, { known: stale, session, code: codeAt(first.secret) })
  await expect(late).rejects.toMatchObject({ code: 'factor.is-on' })
  await confirm(session, codeAt(second.secret))
  world.clock.advance(seconds(60))
  expect(await consumeCode(world.runtime, { known: stale, code: codeAt(first.secret) })).toBe(false)
  expect(await consumeCode(world.runtime, { known: await me(session), code: codeAt(second.secret) })).toBe(
    true,
  )
})
