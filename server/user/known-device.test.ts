import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { newMember, newUser } from '@/test/members'
import { password } from '@/test/password'
import { testWorld } from '@/test/world'
import { days, hours, minutes } from '../core/clock'
import { newId } from '../core/id'
import { changePassword, signOutEverywhere } from './change-password'
import { keepingDevice, newDevicesADay, signInFrom } from './device'
import { beginFactor, confirmFactor } from './second-factor'
import { deleteEndedSessions, endSession, findUser, memberContext, requireUser } from './session'
import { signIn } from './sign-in'
import { claimSignIn, maxFailures, maxFailuresFromStrangers, maxFailuresPerSource } from './sign-in-limits'

const world = testWorld()
const throttled = { code: 'sign-in.too-many' }
const wrong = { code: 'sign-in.wrong' }
const ended = { code: 'session.ended' }
const [attacker, home, office] = ['203.0.113.1', '198.51.100.1', '198.51.100.2']

const enter = (email: string, given: string, place = {}) =>
  signIn(world.runtime, { email, password: given, place })

/** Returns a browser that has kept these cookies. It collects the cookies of its responses. */
const browser = (...kept: string[]) => ({
  headers: new Headers({ cookie: kept.map((cookie) => cookie.split(';')[0]).join('; ') }),
  cookies: [] as string[],
})

/** Signs in in a browser with these cookies, and returns the device cookie that it gets, if any. */
async function cookieAfter(email: string, { kept = [''], given = password, code = '' } = {}) {
  const one = browser(...kept)
  await signInFrom(world.runtime, one, { email, password: given, code, source: home })
  return one.cookies[0]
}

const deviceIn = (cookie = '') => cookie.split(/[=.]/)[1]

/** Whether a browser with these cookies is known: strangers have used up the attempts at the same address. */
async function isKnown(email: string, kept: string[], given = password) {
  const source = `device test ${newId()}`
  for (let count = 0; count < maxFailures; count++)
    await claimSignIn(world.runtime, { email, place: { source } })
  return signInFrom(world.runtime, browser(...kept), { email, password: given, source }).then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject(throttled)
      return false
    },
  )
}

test('wrong passwords from one address do not lock the owner out at another', async () => {
  const { email } = await newUser(world.runtime)
  for (let count = 0; count < maxFailures; count++) {
    await expect(enter(email, 'wrong', { source: attacker })).rejects.toMatchObject(wrong)
  }
  await expect(enter(email, password, { source: attacker })).rejects.toMatchObject(throttled)
  await enter(email, password, { source: home })
  // The owner's success does not give the attacker more attempts.
  await expect(enter(email, 'wrong', { source: attacker })).rejects.toMatchObject(throttled)
})

test('others cannot make a known device refuse the right password, even from the same address', async () => {
  const { email } = await newUser(world.runtime)
  const device = deviceIn(await cookieAfter(email))
  for (let count = 0; count < maxFailures; count++) {
    await expect(enter(email, 'wrong', { source: home })).rejects.toMatchObject(wrong)
  }
  for (let count = 0; count < 100; count++) {
    await claimSignIn(world.runtime, { email, place: { source: `10.0.${count}.1` } }).catch(() => undefined)
  }
  await expect(enter(email, password, { source: office })).rejects.toMatchObject(throttled)
  await enter(email, password, { source: home, device })
  // A device has its own limit, so it cannot be used for guessing either.
  for (let count = 0; count < maxFailures; count++) {
    await expect(enter(email, 'wrong', { source: home, device })).rejects.toMatchObject(wrong)
  }
  await expect(enter(email, password, { source: home, device })).rejects.toMatchObject(throttled)
})

test('limits failures from one source address, over all e-mail addresses', async () => {
  const source = '203.0.113.77'
  for (let count = 0; count < 50; count++) {
    await claimSignIn(world.runtime, { email: `person${count}@example.com`, place: { source } })
  }
  const { email } = await newUser(world.runtime)
  await expect(enter(email, password, { source })).rejects.toMatchObject(throttled)
  await enter(email, password, { source: home })
  world.clock.advance(minutes(15))
  await enter(email, password, { source })
})

test('an attempt refused by one limit does not count towards the others', async () => {
  const { email } = await newUser(world.runtime)
  for (let count = 0; count < maxFailures; count++)
    await claimSignIn(world.runtime, { email, place: { source: attacker } })
  for (let count = 0; count < 2 * maxFailuresFromStrangers; count++) {
    await expect(claimSignIn(world.runtime, { email, place: { source: attacker } })).rejects.toMatchObject(
      throttled,
    )
  }
  await enter(email, password, { source: office })
})

test('an attempt refused because of its source does not count for its e-mail address', async () => {
  const { email } = await newUser(world.runtime)
  const source = '203.0.113.78'
  const claim = (address: string, from: string) =>
    claimSignIn(world.runtime, { email: address, place: { source: from } })
  for (let count = 0; count < maxFailuresPerSource; count++)
    await claim(`someone${count}@example.com`, source)
  for (let count = 1; count < maxFailuresFromStrangers; count++) await claim(email, `10.1.${count}.1`)
  await expect(claim(email, source)).rejects.toMatchObject(throttled)
  await enter(email, password, { source: office })
})

test('a device is known only for the person who signed in on it, and only with our signature', async () => {
  const [{ email }, { email: other }] = [await newUser(world.runtime), await newUser(world.runtime)]
  const [cookie = '', others = ''] = [await cookieAfter(email), await cookieAfter(other)]
  expect(cookie).toContain('HttpOnly; SameSite=Lax; Max-Age=34560000')
  expect(await isKnown(email, [cookie])).toBe(true)
  expect(await isKnown(email, [others, cookie])).toBe(true)
  expect(await isKnown(other, [cookie])).toBe(false)
  expect(await isKnown(email, [])).toBe(false)
  const [name, value = ''] = others.split(/[=;]/)
  const [id, issued, signature] = value.split('.')
  for (const forged of [
    cookie.split(/[=;]/)[1],
    `${id}.${issued}.`,
    `${id}.${signature}`,
    `${id}.${Number(issued) + 1}.${signature}`,
    '..',
    '',
  ]) {
    expect(await isKnown(other, [`${name}=${forged}`]), forged).toBe(false)
  }
  expect(await isKnown(other, [others])).toBe(true)
})

test('a device keeps its id when its user signs in again, and is forgotten 400 days after the last time', async () => {
  const { email } = await newUser(world.runtime)
  const first = (await cookieAfter(email)) ?? ''
  world.clock.advance(days(399))
  const second = (await cookieAfter(email, { kept: [first] })) ?? ''
  expect(deviceIn(second)).toBe(deviceIn(first))
  expect(await isKnown(email, [first])).toBe(true)
  world.clock.advance(days(1))
  expect(await isKnown(email, [first])).toBe(false)
  expect(await isKnown(email, [second])).toBe(true)
})

test('a new password makes all devices unknown, except the one on which it was changed', async () => {
  const { email, ...session } = await newUser(world.runtime)
  const [old = '', here = ''] = [await cookieAfter(email), await cookieAfter(email)]
  const one = browser(here)
  const chosen = 'another long password'
  const known = await requireUser(world.runtime, session)
  const change = () => changePassword(world.runtime, { known, current: password, password: chosen })
  await keepingDevice(world.runtime, one, { email, change })
  expect(await isKnown(email, [old], chosen)).toBe(false)
  expect(await isKnown(email, [here], chosen)).toBe(false)
  expect(one.cookies.map(deviceIn)).toEqual([deviceIn(here)])
  expect(await isKnown(email, one.cookies, chosen)).toBe(true)
  // Nothing makes a browser known that was not.
  const stranger = browser(old)
  await keepingDevice(world.runtime, stranger, { email, change: async () => {} })
  expect(stranger.cookies).toEqual([])
})

test('turning on two-step sign-in makes devices unknown, and ends all other sessions', async () => {
  const { email, ...here } = await newUser(world.runtime)
  const there = { ...here, id: 'there' }
  const cookie = (await cookieAfter(email)) ?? ''
  world.clock.advance(minutes(1))
  const { secret } = await beginFactor(world.runtime, {
    known: await requireUser(world.runtime, here),
    password,
  })
  const codeNow = () => generateSync({ secret, epoch: Math.floor(world.clock.now().getTime() / 1000) })
  await confirmFactor(world.runtime, {
    known: await requireUser(world.runtime, here),
    session: here,
    code: codeNow(),
  })
  expect(await findUser(world.runtime, here)).toBeDefined()
  expect(await findUser(world.runtime, there)).toBeUndefined()
  world.clock.advance(minutes(2))
  const next = await cookieAfter(email, { kept: [cookie], code: codeNow() })
  expect(deviceIn(next)).not.toBe(deviceIn(cookie))
  // The session that stayed ends like any other.
  await signOutEverywhere(world.runtime, await requireUser(world.runtime, here))
  expect(await findUser(world.runtime, here)).toBeUndefined()
})

test('someone who knows a password gets only so many devices a day', async () => {
  const { email } = await newUser(world.runtime)
  const first = await cookieAfter(email)
  for (let count = 1; count < newDevicesADay; count++) expect(await cookieAfter(email)).toBeDefined()
  expect(await cookieAfter(email)).toBeUndefined()
  // A known device needs no room.
  expect(deviceIn(await cookieAfter(email, { kept: [first ?? ''] }))).toBe(deviceIn(first))
  world.clock.advance(days(1))
  expect(await cookieAfter(email)).toBeDefined()
})

test('signing out ends this session permanently, and no other session of the user', async () => {
  const { merchant } = await world.newMerchant()
  const { email } = await newMember(world.runtime, merchant, 'owner')
  const session = await enter(email, password)
  const other = await enter(email, password)
  expect((await memberContext(world.runtime, { session, merchantId: merchant })).merchant.id).toBe(merchant)
  await endSession(world.runtime, session)
  await endSession(world.runtime, session)
  expect(await findUser(world.runtime, session)).toBeUndefined()
  await expect(requireUser(world.runtime, session)).rejects.toMatchObject(ended)
  await expect(memberContext(world.runtime, { session, merchantId: merchant })).rejects.toMatchObject(ended)
  expect(await findUser(world.runtime, other)).toBeDefined()
  expect((await memberContext(world.runtime, { session: other, merchantId: merchant })).merchant.id).toBe(
    merchant,
  )
  // It stays ended for as long as its cookie could be used.
  world.clock.advance(hours(12) - minutes(1))
  await deleteEndedSessions(world.runtime)
  expect(await findUser(world.runtime, session)).toBeUndefined()
})

test('successful sign-ins never count towards the limits', async () => {
  const { userId, email } = await newUser(world.runtime)
  for (let count = 0; count < 2 * maxFailuresFromStrangers; count++) {
    const claim = await claimSignIn(world.runtime, { email, place: { source: `10.1.${count}.1` } })
    await claim.forgive()
  }
  expect(await enter(email, password, { source: home })).toMatchObject({ userId })
})
