import { expect, test } from 'vitest'
import type { ScheduleTerms } from '@/server/model/subscription/schedule'
import { draftOf } from './draft'
import { isWorthMail, type KeptTerms, planOf } from './plan'

const locale = 'sv-SE'
const today = '2026-05-10'
const monthly: ScheduleTerms = { frequency: 'monthly' }
const rest = { start: '2026-01-01', end: null, number: null, callback: null }
/** 100 kr on the 1st of each month, next on 1 June. */
const now = { ...rest, schedule: monthly, items: 100, currency: 'SEK', amount: 10_000n }
const kept = { due: '2026-06-01', billed: '2026-05-01' }

type Planned = NonNullable<KeptTerms['planned']>

/** What the form shows, and whether its change is mailed, once `change` is typed over the subscription. */
function shown(change: Partial<typeof now>, planned: Planned | null, until?: string) {
  const plan = planOf(
    draftOf({ ...now, ...change }, { locale }),
    { ...kept, planned, until: until === undefined ? undefined : { ...now, from: until } },
    { today, locale },
  )
  const { items = now.items, schedule = now.schedule } = planned?.sets ?? {}
  const before = planned && {
    ...{ from: planned.from, schedule, currency: 'SEK', amount: BigInt(Number(items) * 100) },
  }
  return {
    dates: plan.dates.slice(0, 4).map((day) => `${day} ${plan.amountOn(day)?.amount}`),
    firstNew: plan.firstNew,
    later: plan.laterPrice && `${plan.laterPrice.from} ${plan.laterPrice.amount}`,
    isMailed: isWorthMail({ ...now, planned: until === undefined ? before : null }, plan),
  }
}

const price = { items: 110, amount: 11_000n }

test('a new price is also that of a planned schedule', () => {
  const planned = { from: '2026-07-01', sets: { schedule: { frequency: 'quarterly' } } } as const
  expect(shown(price, planned)).toEqual({
    dates: ['2026-06-01 11000', '2026-07-01 11000', '2026-10-01 11000', '2027-01-01 11000'],
    firstNew: '2026-06-01',
    later: undefined,
    isMailed: true,
  })
})

test('a new schedule is also that of a planned price', () => {
  const planned = { from: '2026-06-10', sets: { items: 120 } }
  expect(shown({ schedule: { frequency: 'weekly' } }, planned)).toEqual({
    dates: ['2026-05-14 10000', '2026-05-21 10000', '2026-05-28 10000', '2026-06-04 10000'],
    firstNew: '2026-05-14',
    later: '2026-06-10 12000',
    isMailed: true,
  })
  expect(shown({ schedule: { frequency: 'weekly' } }, { ...planned, from: '2026-05-20' }).dates).toEqual([
    '2026-05-14 10000',
    '2026-05-21 12000',
    '2026-05-28 12000',
    '2026-06-04 12000',
  ])
})

test('a new price is never charged, and no mail promised, if another one is planned from the next date on', () => {
  const planned = { from: '2026-06-01', sets: { items: 120 } }
  expect(shown(price, planned)).toMatchObject({
    firstNew: undefined,
    later: '2026-06-01 12000',
    isMailed: false,
  })
  expect(shown(price, { ...planned, from: '2026-06-02' })).toMatchObject({
    dates: ['2026-06-01 11000', '2026-07-01 12000', '2026-08-01 12000', '2026-09-01 12000'],
    firstNew: '2026-06-01',
    later: '2026-06-02 12000',
    isMailed: true,
  })
})

test('a new schedule is mailed although the price of the next date was planned before', () => {
  const planned = { from: '2026-05-11', sets: { items: 120 } }
  expect(shown({ ...price, schedule: { frequency: 'weekly' } }, planned)).toMatchObject({
    firstNew: undefined,
    isMailed: true,
  })
})

test('a change from a day on replaces what was planned', () => {
  const planned = { from: '2026-06-01', sets: { items: 120 } }
  expect(shown(price, planned, '2026-07-01')).toEqual({
    dates: ['2026-06-01 10000', '2026-07-01 11000', '2026-08-01 11000', '2026-09-01 11000'],
    firstNew: '2026-07-01',
    later: undefined,
    isMailed: true,
  })
})

test('a planned currency applies to the amount of the form', () => {
  const { later, firstNew } = shown(price, { from: '2026-06-01', sets: { currency: 'JPY' } })
  expect({ later, firstNew }).toEqual({ later: '2026-06-01 110', firstNew: undefined })
})
