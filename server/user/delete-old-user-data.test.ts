import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitation, mail, passwordReset } from '@/db/schema'
import { accountWith, call } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { keyMailedTo } from '@/test/people-mail'
import { testWorld } from '@/test/world'
import { days, hours, later } from '../core/clock'
import { newId } from '../core/id'
import { joinAsNewUser } from '../team/accept-invitation'
import { deleteOldUserData } from './delete-old-user-data'
import { requestReset, resetPassword, resetsAnHour } from './reset-password'

const world = testWorld()

/** Forgets people as if a time had passed. */
const forgetAfter = (passed: number) =>
  deleteOldUserData({ db: world.runtime.db, clock: { now: () => later(new Date(), passed) } })

async function shopWithOwner() {
  const shop = await world.newMerchant()
  const owner = await newMember(world.runtime, shop.merchant, 'owner')
  return { shop, owner, team: dashboard(world.runtime, owner, shop.merchant).team }
}

const newAddress = () => `${newId().toLowerCase()}@example.com`

test('invitations are deleted 30 days after they were accepted, withdrawn, or have expired', async () => {
  const { shop, team } = await shopWithOwner()
  const [accepted, withdrawn, expired] = [newAddress(), newAddress(), newAddress()]
  for (const email of [accepted, withdrawn, expired]) await team.invite({ email, role: 'viewer' })
  const key = await keyMailedTo(world.runtime, accepted, 'invitation')
  await joinAsNewUser(world.runtime, { key, password: 'a long password' })
  const { invitations } = await team.list()
  const [{ id = '' } = {}] = invitations.filter(({ email }) => email === withdrawn)
  await team.withdraw({ id })
  const left = async () =>
    (
      await world.runtime.db
        .select({ email: invitation.email })
        .from(invitation)
        .where(eq(invitation.merchantId, shop.merchant))
        .orderBy(asc(invitation.email))
    ).map(({ email }) => email)
  await forgetAfter(days(30) - hours(1))
  expect(await left()).toHaveLength(3)
  await forgetAfter(days(30) + hours(1))
  expect(await left()).toEqual([expired])
  await forgetAfter(days(37) - hours(1))
  expect(await left()).toEqual([expired])
  await forgetAfter(days(37) + hours(1))
  expect(await left()).toEqual([])
})

test('password reset links are deleted after a day, not while they are valid or count towards a limit', async () => {
  const { owner } = await shopWithOwner()
  const ofOwner = eq(passwordReset.userId, owner.userId)
  const count = () => world.runtime.db.$count(passwordReset, ofOwner)
  for (let time = 0; time < resetsAnHour; time++) await requestReset(world.runtime, owner.email)
  await forgetAfter(0)
  await requestReset(world.runtime, owner.email)
  expect(await count()).toBe(resetsAnHour)
  const key = await keyMailedTo(world.runtime, owner.email, 'password-reset')
  await resetPassword(world.runtime, { key, password: 'another long password' })
  await forgetAfter(days(1) + hours(1))
  expect(await count()).toBe(0)
})

test('mail to dashboard users is deleted after 90 days, and no other mail', async () => {
  const { shop, owner, team } = await shopWithOwner()
  const invited = newAddress()
  await team.invite({ email: invited, role: 'viewer' })
  await requestReset(world.runtime, owner.email)
  const account = await accountWith(shop)
  const path = `/account/${account.id}`
  await call(shop.privateKey, 'PUT', `${path}/customer`, { email: 'customer@example.com' })
  await call(shop.privateKey, 'POST', `${path}/link`)
  const { db } = world.runtime
  const left = async () => {
    const rows = await db.select({ to: mail.to }).from(mail).where(eq(mail.merchantId, shop.merchant))
    return rows.map(({ to }) => to).sort()
  }
  const everyone = ['customer@example.com', invited, owner.email].sort()
  const ofShop = eq(mail.merchantId, shop.merchant)
  await db.update(mail).set({ status: 'sent' }).where(ofShop)
  await forgetAfter(days(90) - hours(1))
  expect(await left()).toEqual(everyone)
  // Mail that waits for the mail service is not lost.
  const ofInvited = and(ofShop, eq(mail.to, invited))
  await db.update(mail).set({ status: 'waiting' }).where(ofInvited)
  await forgetAfter(days(90) + hours(1))
  expect(await left()).toEqual(['customer@example.com', invited].sort())
  await db.update(mail).set({ status: 'sent' }).where(ofInvited)
  await forgetAfter(days(90) + hours(1))
  expect(await left()).toEqual(['customer@example.com'])
})
