import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testWorld } from '@/test/world'
import { changeMerchant, MerchantChange } from './change-merchant'

const world = testWorld()

test('changes only what is given, branding part by part; null removes a part', async () => {
  const { merchant, row } = await world.newMerchant()
  const { db } = world.runtime
  const changed = await changeMerchant(
    { db, merchant: { id: merchant } },
    {
      locale: 'sv-SE',
      retryDays: [2, 4],
      branding: { colour: '#a05', supportEmail: 'help@example.com' },
    },
  )
  const branding = { name: row.name, colour: '#a05', supportEmail: 'help@example.com' }
  expect(changed?.before).toEqual(row)
  expect(changed?.after).toEqual({ ...row, locale: 'sv-SE', retryDays: [2, 4], branding })
  const after = await changeMerchant({ db, merchant: { id: merchant } }, { branding: { colour: null } })
  expect(after?.after.branding).toEqual({ name: row.name, supportEmail: 'help@example.com' })
  expect(await changeMerchant({ db, merchant: { id: 'abcdefgh' } }, { name: 'X' })).toBeUndefined()
})

test('a new name is also the one that customers see, unless they see another', async () => {
  const { merchant } = await world.newMerchant()
  const change = (given: MerchantChange) =>
    changeMerchant({ db: world.runtime.db, merchant: { id: merchant } }, given)
  expect((await change({ name: 'Tea AB' }))?.after.branding.name).toBe('Tea AB')
  expect((await change({ name: 'Teas AB', branding: { name: 'Teas' } }))?.after.branding.name).toBe('Teas')
  expect((await change({ name: 'Tea Ltd' }))?.after.branding.name).toBe('Teas')
})

test.each([
  [{ locale: 'x-y-z' }, 'locale'],
  [{ locale: 'en' }, 'locale'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ retryDays: [3, 1] }, 'retryDays'],
  [{ retryDays: [0] }, 'retryDays.0'],
  [{ retryDays: [Number.NaN] }, 'retryDays.0'],
  [{ branding: { colour: 'red' } }, 'branding.colour'],
  [{ branding: { logo: 'javascript:alert(1)' } }, 'branding.logo'],
  [{ branding: { website: 'http://shop.example' } }, 'branding.website'],
  [{ branding: { website: 'https://shop.example' } }, undefined],
  [{ retrydays: [1] }, ''],
  [{ company: { phone: '12' } }, 'company.phone'],
  [{ company: { phone: 'call us: 123' } }, 'company.phone'],
])('rejects %j', (change, path) => {
  const issue = MerchantChange.safeParse(change).error?.issues[0]
  expect(issue?.path.join('.')).toBe(path)
})

test('rejects a time zone that PostgreSQL does not know: it would stop billing for all merchants', async () => {
  const { context, merchant } = await world.newMerchant()
  const { timeZone } = MerchantChange.parse({ timeZone: 'CAT' })
  const refusal = { code: 'time-zone.unknown', params: { field: 'timeZone' } }
  await expect(changeMerchant(context, { timeZone })).rejects.toMatchObject(refusal)
  const written = sql`update merchant set time_zone = 'CAT' where id = ${merchant}`
  await expect(world.runtime.db.execute(written)).rejects.toMatchObject({ cause: { code: '22023' } })
})
