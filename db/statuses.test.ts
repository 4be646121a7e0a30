import { getTableColumns, getTableName, is, sql, Table } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testWorld } from '@/test/world'
import * as schema from './schema'

const world = testWorld()

/** The columns with a fixed set of values, as `table.column`, each with its values. */
const declared = Object.values(schema).flatMap((table) =>
  is(table, Table)
    ? Object.values(getTableColumns(table)).flatMap(({ name, enumValues }) =>
        enumValues?.length
          ? [
              [
                `${getTableName(table)}.${name.replace(/[A-Z]/g, (letter: string) => `_${letter.toLowerCase()}`)}`,
                [...enumValues],
              ] as const,
            ]
          : [],
      )
    : [],
)

test('PostgreSQL checks the values of every column that has a fixed set of them', async () => {
  const checks = await world.runtime.db.execute<{ name: string; definition: string }>(sql`
    select t.relname || '.' || a.attname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = any (c.conkey)
    where c.contype = 'c' and pg_get_constraintdef(c.oid) like '%ANY (ARRAY[%'`)
  const checked = checks.map(({ name, definition }) => [
    name,
    [...definition.matchAll(/'([^']+)'::text/g)].map(([, value]) => value),
  ])
  expect(Object.fromEntries(checked)).toEqual(Object.fromEntries(declared))
})
