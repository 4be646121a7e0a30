import { describe, expect, test } from 'vitest'
import { testWorld } from '@/test/world'
import { isRolledBack, isTransient } from './errors'

const coded = (code: string) => Object.assign(new Error('it failed'), { code })

describe('isTransient', () => {
  test.each([
    ...['08000', '08003', '08006', '40001', '40P01', '53100', '53200', '53300', '53400', '55P03', '57014'],
    ...[
      '57P01',
      '57P02',
      '57P03',
      '57P05',
      '25006',
      '25P03',
      '58030',
      '28000',
      '28P01',
      '3D000',
      'ECONNREFUSED',
      'ECONNRESET',
      'CONNECTION_CLOSED',
    ],
  ])('%s is transient', (code) => {
    expect(isTransient(coded(code))).toBe(true)
    expect(isTransient(new Error('wrapped', { cause: coded(code) }))).toBe(true)
  })

  test.each(['23505', '23514', '22P02', '42601', '42P01', 'XX000', 'P0001', '57000'])(
    '%s is not transient',
    (code) => {
      expect(isTransient(coded(code))).toBe(false)
    },
  )

  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('a lost connection of the job queue is transient without a code: %s', (message) => {
    expect(isTransient(new Error(message))).toBe(true)
    expect(isTransient(new Error(`${message}?`))).toBe(false)
  })

  test('a missing Unix socket is transient, a missing file is not', () => {
    const missing = coded('ENOENT')
    expect(isTransient(missing)).toBe(false)
    expect(isTransient(Object.assign(missing, { syscall: 'connect' }))).toBe(true)
  })

  test('a value that is not an error is not transient', () => {
    expect([isTransient(undefined), isTransient({ code: '40P01' })]).toEqual([false, false])
  })
})

const world = testWorld()

test('a transaction that PostgreSQL rolls back because of another one is run again', async () => {
  const { db } = world.runtime
  let runs = 0
  const result = await db.transaction(async () => {
    if (++runs < 3) throw coded('40P01')
    return 'done'
  })
  expect([result, runs]).toEqual(['done', 3])
})

test('a transaction is run three times at most, and only once after any other error', async () => {
  const { db } = world.runtime
  const runsUntil = async (code: string) => {
    let runs = 0
    const failed = db.transaction(async () => {
      runs++
      throw coded(code)
    })
    await expect(failed).rejects.toMatchObject({ code })
    return runs
  }
  expect(await runsUntil('40001')).toBe(3)
  expect(await runsUntil('53100')).toBe(1)
  expect(isRolledBack(coded('08006'))).toBe(false)
})
