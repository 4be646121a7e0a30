import { expect, test } from 'vitest'
import { newMember, newUser } from '@/test/members'
import { password } from '@/test/password'
import { testWorld } from '@/test/world'
import { hours, minutes } from '../core/clock'
import { knownDevice, rememberDevice } from './device'
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

/** Returns the headers of a browser that has kept the cookies. */
const browser = (...cookies: string[]) =>
  new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') })

const deviceOf = (email: string) => knownDevice(browser(rememberDevice(email, undefined)), email)

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
  const device = deviceOf(email)
  for (let count = 0; count < maxFailures; count++) {
    await expect(enter(email, 'wrong', { source: home })).rejects.toMatchObject(wrong)
  }
  for (let count = 0; count < maxFailuresFromStrangers; count++) {
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
  for (let count = 0; count < maxFailuresPerSource; count++) {
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

test('a device is known only for the person who signed in on it, and only with our signature', async () => {
  const [email, other] = ['jane@example.com', 'joe@example.com']
  const cookie = rememberDevice(email, undefined)
  const [, value = ''] = cookie.split(/[=;]/)
  const [id = ''] = value.split('.')
  expect(cookie).toContain('HttpOnly; SameSite=Lax')
  expect(knownDevice(browser(cookie), email)).toBe(id)
  expect(knownDevice(browser(rememberDevice(other, undefined), cookie), email)).toBe(id)
  expect(knownDevice(browser(rememberDevice(email, id)), email)).toBe(id)
  expect(knownDevice(browser(cookie), other)).toBeUndefined()
  expect(knownDevice(new Headers(), email)).toBeUndefined()
  const [name] = rememberDevice(other, undefined).split('=')
  for (const forged of [
    `${name}=${value}`,
    `${name}=${id}.`,
    `${name}=.`,
    `${name}=`,
    `${name}=${id}.${'a'.repeat(43)}`,
  ]) {
    expect(knownDevice(browser(forged), other), forged).toBeUndefined()
  }
})

test('signing out ends this session permanently, and no other session of the user', async () => {
  const { merchant } = await world.newMerchant()
  const { email } = await newMember(world.runtime, merchant, 'owner')
  const began = await enter(email, password)
  const [session, other] = [
    { ...began, id: 'one' },
    { ...began, id: 'other' },
  ]
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

test('signing out of a session without an id ends all sessions of its user', async () => {
  const session = await newUser(world.runtime)
  world.clock.advance(1000)
  await endSession(world.runtime, session)
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
