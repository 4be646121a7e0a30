import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testWorld } from '@/test/world'
import { plainLetters, plainLettersSql } from './plain-letters'

const world = testWorld()

test.each([
  ['Zoë Åkerström', 'zoe akerstrom'],
  ['STRAẞE, Straße', 'strasse, strasse'],
  ['Søren Łukasz Ærø', 'soren lukasz aero'],
  ['Nguyễn Văn Đức', 'nguyen van duc'],
  ['O´Brien’s', 'o´brien’s'],
])('%s is %s in plain letters', (text, plain) => {
  expect(plainLetters(text)).toBe(plain)
  expect(plainLetters(text.normalize('NFD'))).toBe(plain)
})

test('PostgreSQL writes every letter as this process does', async () => {
  const letters = Array.from({ length: 0x2fff }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
    /[\p{L}\p{N}\p{P}\p{S}]/u.test(letter),
  )
  const rows = await world.runtime.db.execute<{ letter: string; plain: string }>(
    sql`select letter, ${plainLettersSql(sql`letter`)} as plain from unnest(${sql.param(letters)}::text[]) letter`,
  )
  const different = rows.filter(({ letter, plain }) => plain !== plainLetters(letter))
  expect(different.map(({ letter }) => letter)).toEqual([])
})
