import { expect, test } from 'vitest'
import type { Owed } from '@/server/customer/owed'
import {
  informationNotes,
  type NoteName,
  orderNotes,
  overviewNotes,
  subscriptionNotes,
  trueNote,
} from './true-note'

const today = '2026-11-27'
const active = { due: '2026-12-01', end: null, ending: null, ended: null }
const ending = {
  ...active,
  due: null,
  end: '2026-11-30',
  ending: { by: 'customer', before: null, period: true },
} as const
const ended = { ...ending, end: '2026-11-20', ended: new Date('2026-11-21') }

const all: NoteName[] = ['ending', 'endingNoMail', 'ended', 'endedNoMail', 'continues', 'changed']

test.each([
  ['continues', active, ['continues', 'changed']],
  ['will end', ending, ['ending', 'endingNoMail', 'changed']],
  ['has ended', ended, ['ended', 'endedNoMail', 'changed']],
] as const)('the notes of a subscription that %s', (_state, subscription, notes) => {
  const shown = all.filter((name) => trueNote(name, subscriptionNotes(subscription, today)) === name)
  expect(shown).toEqual(notes)
})

test('the last day of a paid period is not over, so its subscription will end', () => {
  const lastDay = { ...ending, end: today }
  expect(trueNote('ending', subscriptionNotes(lastDay, today))).toBe('ending')
  expect(trueNote('ended', subscriptionNotes(lastDay, today))).toBeUndefined()
})

test('a page shows no notes of other pages and no unknown ones, but that a form failed', () => {
  const notes = subscriptionNotes(active, today)
  for (const name of ['paid', 'addedPaid', 'removed', 'nothing', 'toString', undefined])
    expect(trueNote(name, notes)).toBeUndefined()
  expect(trueNote('wrong', notes)).toBe('wrong')
  expect(trueNote('otherAccount')).toBe('otherAccount')
})

test('an order that is paid is not said to have failed, and the other way round', () => {
  expect(trueNote('failed', orderNotes({ isPaid: true, unpaid: undefined }))).toBeUndefined()
  expect(trueNote('later', orderNotes({ isPaid: true, unpaid: undefined }))).toBeUndefined()
  expect(trueNote('paid', orderNotes({ isPaid: false, unpaid: undefined }))).toBeUndefined()
  expect(trueNote('paid', orderNotes({ isPaid: true, unpaid: undefined }))).toBe('paid')
})

test.each([
  ['failed', { isRunning: false, needsApproval: false }, ['failed', 'defaultUnpaid', 'tooMany']],
  ['is running', { isRunning: true, needsApproval: false }, ['later', 'tooMany']],
  ['waits for the customer', { isRunning: true, needsApproval: true }, ['approve', 'tooMany']],
] as const)('the notes of an order whose payment %s', (_state, running, notes) => {
  const unpaid = { ...running, amount: 100n, code: 'card declined', order: {} } as unknown as Owed
  const names: NoteName[] = ['paid', 'approve', 'later', 'failed', 'defaultUnpaid', 'tooMany']
  const shown = names.filter((name) => trueNote(name, orderNotes({ isPaid: false, unpaid })) === name)
  expect(shown.sort()).toEqual([...notes].sort())
})

test('the overview says that a payment is running only while one is', () => {
  const payment = (isRunning: boolean) => ({ isRunning }) as Owed
  expect(trueNote('later', overviewNotes([payment(true)]))).toBe('later')
  expect(trueNote('later', overviewNotes([payment(false)]))).toBeUndefined()
  expect(trueNote('later', overviewNotes([]))).toBeUndefined()
})

test('an e-mail about a new address is mentioned only while the address waits for it', () => {
  expect(trueNote('savedMail', informationNotes('jane@example.com'))).toBe('savedMail')
  expect(trueNote('savedMail', informationNotes(undefined))).toBeUndefined()
  expect(trueNote('kept', informationNotes('jane@example.com'))).toBeUndefined()
})
