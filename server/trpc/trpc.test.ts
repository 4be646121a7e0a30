import type { TRPCError } from '@trpc/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { dashboard, newMember, newUser } from '@/test/members'
import { type TestMerchant, testWorld } from '@/test/world'
import { newId } from '../core/id'
import { mayActAs, type Role, roles } from '../model/roles'
import { DashboardError } from './errors'
import type { Meta } from './init'
import { appRouter } from './router'

const world = testWorld()

// No call below changes a merchant, because the input is invalid for every procedure.
let ours: TestMerchant
let theirs: TestMerchant
beforeAll(async () => {
  ours = await world.newMerchant()
  theirs = await world.newMerchant()
})

/** The lowest role that each procedure needs, stated a second time; `self`: any signed-in user. */
const needed: Record<string, Role | 'self'> = {
  'account.list': 'viewer',
  'account.totals': 'viewer',
  'account.get': 'viewer',
  'account.history': 'viewer',
  'account.figures': 'viewer',
  'account.duplicates': 'viewer',
  'account.links': 'viewer',
  'account.confirm': 'support',
  'account.erasureObstacles': 'admin',
  'account.erase': 'admin',
  'order.erase': 'admin',
  'order.erasureObstacles': 'admin',
  'account.create': 'support',
  'account.makeDefault': 'support',
  'account.removeCard': 'support',
  'account.order': 'support',
  'account.replaceCustomer': 'support',
  'account.sendLink': 'support',
  'attempt.list': 'viewer',
  'attempt.totals': 'viewer',
  'bookkeeping.get': 'viewer',
  'bookkeeping.agreement': 'viewer',
  'bookkeeping.vat': 'viewer',
  'bookkeeping.entries': 'viewer',
  'bookkeeping.close': 'admin',
  'bookkeeping.settings': 'viewer',
  'bookkeeping.changeSettings': 'admin',
  'callback.list': 'viewer',
  'callback.get': 'viewer',
  'callback.resend': 'support',
  'callback.resendMany': 'support',
  'callback.resendFailed': 'support',
  'callback.settings': 'viewer',
  'callback.changeTypes': 'admin',
  'callback.addAddress': 'admin',
  'callback.removeAddress': 'admin',
  'callback.test': 'admin',
  'callback.rollSecret': 'admin',
  'cardService.list': 'viewer',
  'cardService.connect': 'admin',
  'cardService.check': 'admin',
  'cardService.changePace': 'admin',
  'cardService.choose': 'admin',
  'document.list': 'viewer',
  'document.get': 'viewer',
  'document.totals': 'viewer',
  'document.about': 'viewer',
  'event.list': 'viewer',
  'event.totals': 'viewer',
  'key.public': 'viewer',
  'key.list': 'admin',
  'key.create': 'admin',
  'key.rename': 'admin',
  'key.expire': 'admin',
  'key.roll': 'admin',
  'key.revoke': 'admin',
  'mail.captured': 'viewer',
  'mail.get': 'viewer',
  'mail.list': 'viewer',
  'mail.resend': 'support',
  'mail.sendCaptured': 'admin',
  'merchant.get': 'viewer',
  'notification.list': 'viewer',
  'notification.unseen': 'viewer',
  'notification.markSeen': 'viewer',
  'notification.settings': 'viewer',
  'notification.changeSetting': 'viewer',
  'metadata.replace': 'support',
  'note.list': 'viewer',
  'note.add': 'support',
  'note.remove': 'support',
  'order.list': 'viewer',
  'order.totals': 'viewer',
  'order.get': 'viewer',
  'order.similar': 'viewer',
  'order.preview': 'support',
  'order.operate': 'support',
  'order.previewMany': 'support',
  'order.operateMany': 'support',
  'payout.disputes': 'viewer',
  'payout.get': 'viewer',
  'payout.list': 'viewer',
  'preference.columns': 'viewer',
  'preference.chooseColumns': 'viewer',
  'reconciliation.get': 'viewer',
  'reconciliation.start': 'admin',
  'reconciliation.adopt': 'admin',
  'report.goLive': 'viewer',
  'report.home': 'viewer',
  'report.movements': 'viewer',
  'report.fees': 'viewer',
  'report.todo': 'viewer',
  'report.ahead': 'viewer',
  'request.list': 'support',
  'request.get': 'support',
  'request.notLogged': 'support',
  'search.find': 'viewer',
  'search.named': 'viewer',
  'subscription.list': 'viewer',
  'subscription.totals': 'viewer',
  'subscription.get': 'viewer',
  'subscription.orders': 'viewer',
  'subscription.add': 'support',
  'subscription.change': 'support',
  'subscription.end': 'support',
  'subscription.undoEnd': 'support',
  'subscription.plan': 'support',
  'subscription.withdrawPlan': 'support',
  'subscription.payNow': 'support',
  'audit.list': 'admin',
  'audit.about': 'viewer',
  'settings.get': 'viewer',
  'settings.cardAttempts': 'viewer',
  'settings.change': 'admin',
  'settings.uploadLogo': 'admin',
  'settings.series': 'viewer',
  'settings.changeSeries': 'admin',
  'settings.previewMail': 'viewer',
  'settings.previewTemplate': 'viewer',
  'settings.changeMailWords': 'admin',
  'settings.clock': 'viewer',
  'settings.moveClock': 'admin',
  'tag.inUse': 'viewer',
  'tag.add': 'support',
  'tag.remove': 'support',
  'team.list': 'viewer',
  'team.invite': 'admin',
  'team.resend': 'admin',
  'team.withdraw': 'admin',
  'team.changeRole': 'admin',
  'team.remove': 'admin',
  'team.leave': 'viewer',
  'user.me': 'self',
  'user.createMerchant': 'self',
  'user.factor': 'self',
  'user.beginFactor': 'self',
  'user.confirmFactor': 'self',
  'user.renewRecoveryCodes': 'self',
  'user.endFactor': 'self',
  'user.signOutEverywhere': 'self',
  'user.changePassword': 'self',
  'view.list': 'viewer',
  'view.save': 'viewer',
  'view.remove': 'viewer',
}

const paths = Object.keys(appRouter._def.procedures)

type Calls = Record<string, Record<string, (input: unknown) => Promise<unknown>>>

const refusalOf = async (caller: ReturnType<typeof dashboard>, path: string) =>
  (await errorOf(caller, path))?.code

/** Calls a procedure with invalid input, and returns its error, if any. */
async function errorOf(caller: ReturnType<typeof dashboard>, path: string): Promise<TRPCError | undefined> {
  const [noun = '', verb = ''] = path.split('.')
  const call = (caller as unknown as Calls)[noun]?.[verb]
  if (!call) throw new Error(`There is no ${path}`)
  return call({ unheardOf: 1 }).then(
    () => undefined,
    (error: TRPCError) => error,
  )
}

test('the table has every procedure', () => {
  const todo = 'Add the procedure to `needed` in this file, with the lowest role that may call it'
  expect(Object.keys(needed).sort(), todo).toEqual([...paths].sort())
})

test('the audit log records everything that members change', () => {
  const procedures = Object.entries(
    appRouter._def.procedures as unknown as Record<
      string,
      { _def: { type: string; meta?: Meta; inputs: unknown[] } }
    >,
  )
  const silent = procedures.filter(
    ([, { _def }]) =>
      _def.type === 'mutation' && _def.meta?.as && !_def.meta.auditText && !_def.meta.isPersonal,
  )
  const todo = 'Use `changes` for these, or `personal` if they concern nobody but the member'
  expect(
    silent.map(([path]) => path),
    todo,
  ).toEqual([])
  // The audit log keeps what was sent, so it must have been checked.
  const unchecked = procedures.filter(([, { _def }]) => _def.meta?.auditText && _def.inputs.length === 0)
  expect(unchecked.map(([path]) => path)).toEqual([])
  const unseen = procedures.filter(([, { _def }]) => _def.meta?.isPersonal)
  expect(unseen.map(([path]) => path)).toEqual(['notification.markSeen'])
})

describe.each(roles)('a member who is %s', (role) => {
  test.each(paths)('%s', async (path) => {
    const { merchant } = ours
    const session = await newMember(world.runtime, merchant, role)
    const least = needed[path]
    const allowed = least === undefined || least === 'self' || mayActAs(role, least)
    const code = await refusalOf(dashboard(world.runtime, session, merchant), path)
    if (allowed) expect([undefined, 'BAD_REQUEST']).toContain(code)
    else expect(code).toBe('FORBIDDEN')
  })
})

describe.each(paths)('%s', (path) => {
  test('is for any signed-in user', async () => {
    const { merchant } = ours
    expect(await refusalOf(dashboard(world.runtime, undefined, merchant), path)).toBe('UNAUTHORIZED')
    const gone = { userId: 'nobodyatallxxxxx', began: world.clock.now(), id: newId() }
    expect(await refusalOf(dashboard(world.runtime, gone, merchant), path)).toBe('UNAUTHORIZED')
  })
})

describe.each(paths.filter((path) => needed[path] !== 'self'))('%s', (path) => {
  test('responds to a member of another merchant as to an unknown merchant', async () => {
    const session = await newMember(world.runtime, ours.merchant, 'owner')
    const errors = await Promise.all(
      [theirs.merchant, 'AAAAAAAA', 'no id', '\0', undefined].map((id) =>
        errorOf(dashboard(world.runtime, session, id), path),
      ),
    )
    const contents = errors.map((error) => error instanceof DashboardError && JSON.stringify(error.details))
    expect(new Set(contents).size).toBe(1)
    expect(errors[0]?.code).toBe('NOT_FOUND')
  })
})

test('an error has the same content as in REST', async () => {
  const session = await newUser(world.runtime)
  const refused = await dashboard(world.runtime, session, 'AAAAAAAA')
    .merchant.get()
    .catch((error) => error)
  expect(refused).toBeInstanceOf(DashboardError)
  expect(refused.details).toMatchObject({ status: 404, type: 'not found', content: { type: 'Merchant' } })
})

test('an error names the invalid property', async () => {
  const session = await newUser(world.runtime)
  const refused = await dashboard(world.runtime, session)
    .user.changePassword({ current: 'x', password: 'short' })
    .catch((error) => error)
  expect(refused.details).toMatchObject({ status: 400, content: { property: 'password' } })
})

test('me lists only the merchants that the user is a member of', async () => {
  const [one, two] = [await world.newMerchant('live'), await world.newMerchant()]
  const session = await newMember(world.runtime, one.merchant, 'support')
  await newMember(world.runtime, two.merchant, 'owner')
  expect(await dashboard(world.runtime, session).user.me()).toEqual({
    email: session.email,
    merchants: [{ id: one.merchant, name: one.row.name, type: 'live', role: 'support' }],
  })
})
