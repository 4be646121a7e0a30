import { createHook } from 'node:async_hooks'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { attemptCount, membership } from '@/db/schema'
import { newMember, newUser } from '@/test/members'
import { password } from '@/test/password'
import { testWorld } from '@/test/world'
import { hours, later, minutes } from '../core/clock'
import { documented } from '../http/documented'
import { mayActAs, roles } from '../model/roles'
import { deleteExpiredAttempts } from '../rate-limit/rate-limit'
import { changePassword, signOutEverywhere } from './change-password'
import { findUser, memberContext, membershipsOf, requireUser } from './session'
import { signIn } from './sign-in'
import { maxFailures } from './sign-in-limits'

/** The async resource type of an argon2 computation: its native module gives its jobs no name. */
const hashJob = 'undefined'

const world = testWorld()

const wrong = { code: 'sign-in.wrong' }
const throttled = { code: 'sign-in.too-many' }
const attempts = () => world.runtime.db.$count(attemptCount)

test('each role may do what the lower roles may', () => {
  const table = roles.map((role) => roles.map((needed) => mayActAs(role, needed)))
  expect(table).toEqual([
    [true, true, true, true],
    [false, true, true, true],
    [false, false, true, true],
    [false, false, false, true],
  ])
})

describe('signing in', () => {
  test('accepts the e-mail address in upper or lower case and with spaces around it', async () => {
    const { userId, email } = await newUser(world.runtime)
    const session = await signIn(world.runtime, { email: ` ${email.toUpperCase()} `, password })
    expect(session).toMatchObject({ userId, began: expect.any(Date) })
    expect(await requireUser(world.runtime, session)).toMatchObject({ email })
  })

  test('returns the same error for a wrong password, an unknown address and an invalid one', async () => {
    const { email } = await newUser(world.runtime)
    const refusals = await Promise.all(
      [email, 'nobody@example.com', 'no address', '\0', ''].map((given) =>
        signIn(world.runtime, { email: given, password: 'wrong' }).catch((error) => JSON.stringify(error)),
      ),
    )
    expect(new Set(refusals).size).toBe(1)
    expect(JSON.parse(String(refusals[0]))).toMatchObject(wrong)
  })

  test('computes as many password hashes for an unknown address as for a known one', async () => {
    const { email } = await newUser(world.runtime)
    const hashesOf = async (given: string) => {
      const jobs: string[] = []
      const hook = createHook({ init: (_, type) => jobs.push(type) }).enable()
      await signIn(world.runtime, { email: given, password: 'wrong' }).catch(() => undefined)
      hook.disable()
      return jobs.filter((type) => type === hashJob).length
    }
    // Once before counting, because the first sign-in of a process also creates the dummy hash.
    await hashesOf('nobody@example.com')
    expect(await hashesOf(email)).toBe(1)
    expect(await hashesOf('nobody-else@example.com')).toBe(1)
  })

  test.each(['a user', 'nobody'])('is refused for 15 minutes after 10 failures: %s', async (who) => {
    const email = who === 'a user' ? (await newUser(world.runtime)).email : 'no-user@example.com'
    for (let count = 0; count < maxFailures; count++) {
      await expect(signIn(world.runtime, { email, password: 'wrong' })).rejects.toMatchObject(wrong)
    }
    const refused = await signIn(world.runtime, { email, password }).catch((error) => error)
    expect(refused).toMatchObject(throttled)
    expect(documented(refused).content.description).toMatch(/Try again in 15 minutes\.$/)
    expect(Number(documented(refused).headers['Retry-After'])).toBeGreaterThan(14 * 60)
    world.clock.advance(minutes(15))
    const again = signIn(world.runtime, { email, password })
    await (who === 'a user' ? again : expect(again).rejects.toMatchObject(wrong))
    world.clock.advance(hours(1))
    await deleteExpiredAttempts(world.runtime)
    expect(await attempts()).toBe(0)
  })

  test('checks at most 10 of many simultaneous attempts', async () => {
    const { email } = await newUser(world.runtime)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 25 }, () => signIn(world.runtime, { email, password: 'wrong' })),
    )
    const types = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)
    expect(types.filter((type) => type === 'sign-in.wrong')).toHaveLength(maxFailures)
    expect(types.filter((type) => type === 'sign-in.too-many')).toHaveLength(25 - maxFailures)
  })

  test('resets the count of failures when it succeeds', async () => {
    const { email } = await newUser(world.runtime)
    for (let count = 0; count < 3 * maxFailures; count++) {
      const right = count % 5 === 4
      const outcome = signIn(world.runtime, { email, password: right ? password : 'wrong' })
      await (right ? outcome : expect(outcome).rejects.toMatchObject(wrong))
    }
  })

  test('keeps no address in clear text', async () => {
    await signIn(world.runtime, { email: 'secret@example.com', password: 'wrong' }).catch(() => {})
    const rows = await world.runtime.db.select().from(attemptCount)
    expect(JSON.stringify(rows)).not.toContain('secret')
  })
})

describe('a session', () => {
  test('ends after 12 hours', async () => {
    const session = await newUser(world.runtime)
    world.clock.advance(hours(12) - minutes(1))
    expect(await findUser(world.runtime, session)).toBeDefined()
    world.clock.advance(minutes(1))
    expect(await findUser(world.runtime, session)).toBeUndefined()
  })

  test('ends everywhere when its user signs out everywhere, and for no other user', async () => {
    const [one, other] = [await newUser(world.runtime), await newUser(world.runtime)]
    world.clock.advance(1000)
    await signOutEverywhere(world.runtime, await requireUser(world.runtime, one))
    await expect(requireUser(world.runtime, one)).rejects.toMatchObject({ code: 'session.ended' })
    expect(await findUser(world.runtime, other)).toBeDefined()
    const newSession = await signIn(world.runtime, { email: one.email, password })
    expect(await findUser(world.runtime, newSession)).toBeDefined()
  })

  test('is valid at once after all others were ended by a process whose clock is ahead', async () => {
    const session = await newUser(world.runtime)
    const { email } = session
    const ahead = { now: () => later(world.clock.now(), 5000) }
    await signOutEverywhere({ ...world.runtime, clock: ahead }, await requireUser(world.runtime, session))
    await expect(requireUser(world.runtime, session)).rejects.toBeDefined()
    expect(await requireUser(world.runtime, await signIn(world.runtime, { email, password }))).toMatchObject({
      email,
    })
  })

  test('ends when the password changes', async () => {
    const session = await newUser(world.runtime)
    const user = await requireUser(world.runtime, session)
    world.clock.advance(1000)
    const change = (current: string) =>
      changePassword(world.runtime, { known: user, current, password: 'another long one' })
    await expect(change('wrong')).rejects.toMatchObject({
      code: 'password.wrong',
      params: { field: 'current' },
    })
    expect(await findUser(world.runtime, session)).toBeDefined()
    await change(password)
    expect(await findUser(world.runtime, session)).toBeUndefined()
    await expect(signIn(world.runtime, { email: user.email, password })).rejects.toMatchObject(wrong)
    await signIn(world.runtime, { email: user.email, password: 'another long one' })
  })
})

describe('a member', () => {
  test("works for the merchant in a role, by the merchant's clock", async () => {
    const { merchant } = await world.newMerchant()
    const session = await newMember(world.runtime, merchant, 'support')
    const context = await memberContext(world.runtime, { session, merchantId: merchant })
    expect(context.actor).toEqual({ kind: 'user', userId: session.userId, role: 'support' })
    expect(context.merchant.id).toBe(merchant)
  })

  test('loses access immediately when removed, and changes role immediately', async () => {
    const { merchant } = await world.newMerchant()
    const session = await newMember(world.runtime, merchant, 'admin')
    const there = and(eq(membership.merchantId, merchant), eq(membership.userId, session.userId))
    await world.runtime.db.update(membership).set({ role: 'viewer' }).where(there)
    expect((await memberContext(world.runtime, { session, merchantId: merchant })).actor.role).toBe('viewer')
    await world.runtime.db.delete(membership).where(there)
    await expect(memberContext(world.runtime, { session, merchantId: merchant })).rejects.toMatchObject({
      code: 'not-found',
      params: { what: 'merchant' },
    })
    expect(await membershipsOf(world.runtime.db, session.userId)).toEqual([])
  })
})
