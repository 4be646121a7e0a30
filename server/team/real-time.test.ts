import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { merchant as merchantRow } from '@/db/schema'
import { newMember } from '@/test/members'
import { keyMailedTo } from '@/test/people-mail'
import { testWorld } from '@/test/world'
import { days, hours, minutes } from '../core/clock'
import { memberContext } from '../user/session'
import { findInvitation } from './accept-invitation'
import { invitationsAnHour, invite, resendInvitation, withdrawInvitation } from './invite'

const world = testWorld()

const newAddress = () => `${crypto.randomUUID()}@example.com`

test("moving a test merchant's clock allows neither more nor longer invitations", async () => {
  const { merchant } = await world.newMerchant()
  const session = await newMember(world.runtime, merchant, 'owner')
  const context = async () => memberContext(world.runtime, { session, merchantId: merchant })
  for (let count = 0; count < invitationsAnHour; count++) {
    await invite(await context(), { email: newAddress(), role: 'viewer' })
  }
  await world.runtime.db
    .update(merchantRow)
    .set({ clockAhead: days(400) })
    .where(eq(merchantRow.id, merchant))
  const email = newAddress()
  await expect(invite(await context(), { email, role: 'viewer' })).rejects.toMatchObject({
    code: 'invitation.too-many',
  })
  world.clock.advance(minutes(61))
  const { expires } = await invite(await context(), { email, role: 'viewer' })
  expect(Math.abs(expires.getTime() - world.clock.now().getTime() - days(7))).toBeLessThan(minutes(1))
  expect(
    (await findInvitation(world.runtime, await keyMailedTo(world.runtime, email, 'invitation')))?.state,
  ).toBe('open')
})

test('invitations that were sent while a clock was ahead do not count once it is right', async () => {
  const { merchant } = await world.newMerchant()
  const session = await newMember(world.runtime, merchant, 'owner')
  const context = await memberContext(world.runtime, { session, merchantId: merchant })
  const inviteOne = () => invite(context, { email: newAddress(), role: 'viewer' })
  world.clock.advance(hours(6))
  for (let count = 1; count < invitationsAnHour; count++) await inviteOne()
  const { id } = await inviteOne()
  await expect(inviteOne()).rejects.toMatchObject({ code: 'invitation.too-many' })
  world.clock.advance(-hours(6))
  await inviteOne()
  expect(await resendInvitation(context, id)).toMatchObject({ id })
})

test('an address gets five invitations an hour, however often they are resent or withdrawn', async () => {
  const { merchant } = await world.newMerchant()
  const session = await newMember(world.runtime, merchant, 'owner')
  const context = await memberContext(world.runtime, { session, merchantId: merchant })
  const invited = { email: newAddress(), role: 'viewer' } as const
  const again = async (id: string) => {
    world.clock.advance(minutes(2))
    return resendInvitation(context, id)
  }
  const { id } = await invite(context, invited)
  await again(id)
  await again(id)
  await withdrawInvitation(context, id)
  const second = await invite(context, invited)
  await again(second.id)
  // Seconds can pass meanwhile.
  const waitSeconds = expect.closeTo(minutes(52) / 1000, -2)
  const tooMany = { code: 'invitation.too-many-to-address', params: { waitSeconds } }
  await expect(again(second.id)).rejects.toMatchObject(tooMany)
  await withdrawInvitation(context, second.id)
  await expect(invite(context, invited)).rejects.toMatchObject(tooMany)
  await invite(context, { ...invited, email: newAddress() })
  world.clock.advance(hours(1))
  await invite(context, invited)
})
