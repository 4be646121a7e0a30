import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { builtOnce } from './prepared'
import { order } from './schema'

const queryOf = (statement: ReturnType<typeof sql>) => {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement)
  return { text, params }
}

test('a statement is built once, and each time gets its own values in their places', () => {
  let count = 0
  const statement = builtOnce<'one' | 'other'>(() => {
    count++
    const nested = sql`(select ${sql.placeholder('other')}::text || ${'always'})`
    return sql`select ${sql.placeholder('one')}::int, ${nested}, ${sql.placeholder('one')}::int from ${order}
      where ${order.serviceReference} is null`
  })
  const text = `select $1::int, (select $2::text || $3), $4::int from "order"
      where "order"."service_reference" is null`
  expect(queryOf(statement({ one: 1, other: 'a' }))).toEqual({ text, params: [1, 'a', 'always', 1] })
  expect(queryOf(statement({ one: 2, other: 'b' }))).toEqual({ text, params: [2, 'b', 'always', 2] })
  expect(count).toBe(1)
})

test('a statement whose own text looks like a parameter is refused', () => {
  const statement = builtOnce<'price'>(() => sql`select '$5', ${sql.placeholder('price')}::int`)
  expect(() => statement({ price: 7 })).toThrow('looks like a parameter')
})
