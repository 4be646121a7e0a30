// @module-tag slow

import { eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { invitation, mail, membership, passwordReset, recoveryCode, user } from '@/db/schema'
import { commandOn } from '@/test/command'
import { dashboardAs, newMember } from '@/test/members'
import { password } from '@/test/password'
import { mailsTo } from '@/test/people-mail'
import { testWorld } from '@/test/world'
import { newId } from '../core/id'
import { resetPassword } from '../user/reset-password'
import { beginFactor, confirmFactor } from '../user/second-factor'
import { findUser, requireUser } from '../user/session'
import { signIn } from '../user/sign-in'

const world = testWorld()
const run = commandOn(world, 'server/cli/user.ts')

async function member() {
  const { merchant } = await world.newMerchant()
  return { ...(await newMember(world.runtime, merchant, 'admin')), id: newId() }
}

const keyIn = (printed: string) => printed.split('\n')[0]?.split('/').at(-1) ?? ''

test('turns off a lost second factor, ends all sessions and says so by e-mail', async () => {
  const session = await member()
  const { email } = session
  const known = await requireUser(world.runtime, session)
  const { secret } = await beginFactor(world.runtime, { known, password })
  const code = generateSync({ secret, epoch: Math.floor(world.clock.now().getTime() / 1000) })
  await confirmFactor(world.runtime, { known: await requireUser(world.runtime, session), session, code })
  await expect(signIn(world.runtime, { email, password })).rejects.toMatchObject({
    code: 'sign-in.code-missing',
  })
  expect(await run('factor-off', email.toUpperCase())).toMatchObject({ code: 0 })
  expect(await findUser(world.runtime, session)).toBeUndefined()
  await signIn(world.runtime, { email, password })
  const ofUser = eq(recoveryCode.userId, session.userId)
  expect(await world.runtime.db.$count(recoveryCode, ofUser)).toBe(0)
  expect(await mailsTo(world.runtime, email, 'security-notice')).toMatchObject([
    { data: { what: 'factor off' } },
    { data: { what: 'factor on' } },
  ])
  expect(await run('factor-off', email)).toMatchObject({
    stderr: `Two-step sign-in is already off for ${email}.\n`,
    code: 1,
  })
})

test('prints a link to choose a new password, which works once', async () => {
  const { email } = await member()
  const { stdout } = await run('reset', email)
  expect(stdout).toMatch(/^http:\/\/kassa\.test\/signin\/reset\/[\w-]{43}\n/)
  expect(await mailsTo(world.runtime, email, 'password-reset')).toEqual([])
  const chosen = { key: keyIn(stdout), password: 'another long password' }
  await resetPassword(world.runtime, chosen)
  await signIn(world.runtime, { email, password: chosen.password })
  await expect(resetPassword(world.runtime, chosen)).rejects.toMatchObject({ code: 'reset.spent' })
})

test('moves a user to another address, ends sessions and links, and says so at both', async () => {
  const session = await member()
  const moved = `moved-${newId().toLowerCase()}@example.com`
  const { stdout: link } = await run('reset', session.email)
  expect(await run('move', session.email, moved.toUpperCase())).toMatchObject({ code: 0 })
  expect(await findUser(world.runtime, session)).toBeUndefined()
  expect(await signIn(world.runtime, { email: moved, password })).toMatchObject({ userId: session.userId })
  await expect(signIn(world.runtime, { email: session.email, password })).rejects.toThrow()
  const late = resetPassword(world.runtime, { key: keyIn(link), password: 'another long password' })
  await expect(late).rejects.toMatchObject({ code: 'reset.spent' })
  for (const address of [session.email, moved]) {
    const notices = await mailsTo(world.runtime, address, 'security-notice')
    expect(notices).toMatchObject([{ data: { what: 'address' } }])
  }
  const other = await member()
  const taken = await run('move', moved, other.email)
  expect(taken).toMatchObject({ stderr: `${other.email} already has a user.\n`, code: 1 })
  expect((await run('move', moved, 'nowhere')).stderr).toBe('nowhere is not an e-mail address.\n')
  const [row] = await world.runtime.db.select().from(user).where(eq(user.id, session.userId))
  expect(row?.email).toBe(moved)
})

test('erases someone who no longer works for any merchant, and nobody else', async () => {
  const session = await member()
  const { email, userId } = session
  const { db } = world.runtime
  const refused = await run('erase', email)
  expect(refused).toMatchObject({
    stderr: expect.stringMatching(/is a member of Shop \d+ \(\w{8}\)/),
    code: 1,
  })
  expect(await findUser(world.runtime, session)).toBeDefined()

  const [{ merchantId = '' } = {}] = await db
    .delete(membership)
    .where(eq(membership.userId, userId))
    .returning()
  const team = await dashboardAs(world.runtime, merchantId, 'owner')
  await team.team.invite({ email, role: 'viewer' })
  await run('reset', email)
  expect(await run('erase', email)).toMatchObject({ code: 0, stderr: '' })
  expect(await findUser(world.runtime, session)).toBeUndefined()
  for (const address of [email, `erased ${userId}`])
    await expect(signIn(world.runtime, { email: address, password })).rejects.toMatchObject({
      code: 'sign-in.wrong',
    })
  const [row] = await db.select().from(user).where(eq(user.id, userId))
  expect(JSON.stringify(row)).not.toContain(email)
  expect(row).toMatchObject({ passwordHash: '', totpSecret: null })
  expect(await db.$count(passwordReset, eq(passwordReset.userId, userId))).toBe(0)
  expect(await db.$count(invitation, eq(invitation.email, email))).toBe(0)
  expect(await db.$count(mail, eq(mail.to, email))).toBe(0)
  // The same person can be invited again.
  expect(await team.team.invite({ email, role: 'viewer' })).toBeDefined()
})

test('explains unknown addresses and its usage', async () => {
  for (const act of ['factor-off', 'reset'])
    expect(await run(act, 'nobody@example.com')).toMatchObject({
      stderr: 'No user nobody@example.com.\n',
      code: 1,
    })
  expect((await run()).stderr).toContain('Usage:')
  expect((await run('reset')).stderr).toMatch(/^EMAIL is missing\./)
  expect((await run('forget', 'x')).stderr).toMatch(/^Unknown argument/)
})
