import { expect, test } from 'vitest'
import { shopOn } from '@/test/billing'
import { call } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { testWorld } from '@/test/world'
import type { Account } from '../model/account'
import { eraseAccount } from './erase-account'

const world = testWorld()

test('a view stays if only another filter has the value that is also the name of the customer', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const given = { customer: { name: 'active' }, method: [] }
  const { body } = await call<Account>(shop.privateKey, 'POST', '/account', given)
  const { view } = await dashboardAs(world.runtime, shop.merchant, 'admin')
  for (const query of ['status=active', 'unpaid=yes&search=active'])
    await view.save({ list: 'accounts', name: query, query })
  expect(await eraseAccount(shop.context, body.id)).toBe(true)
  expect(await view.list({ list: 'accounts' })).toMatchObject([{ query: 'status=active' }])
})
