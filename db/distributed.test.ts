import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testWorld } from '@/test/world'

const world = testWorld()

/**
 * Tables whose rows belong to no merchant, or that are found by a secret before their merchant is known. On a
 * distributed PostgreSQL every node has a copy; the rows of all other tables are spread by their merchant.
 */
const referenceTables = [
  ...['api_key', 'ended_session', 'installation', 'invitation', 'merchant', 'password_reset'],
  ...['recovery_code', 'user'],
]

const distributed = async () => {
  const tables = await world.runtime.db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  return tables.map(({ name }) => name).filter((name) => !referenceTables.includes(name))
}

test('the primary and unique keys of all other tables start with the merchant', async () => {
  const keys = await world.runtime.db.execute<{ table: string; key: string; first: string }>(sql`
    select c.relname as table, i.indexrelid::regclass::text as key, a.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace and i.indisunique`)
  const tables = await distributed()
  const own = keys.filter(({ table }) => tables.includes(table))
  expect(own.filter(({ first }) => first !== 'merchant_id')).toEqual([])
  expect(tables.filter((name) => !own.some(({ table }) => table === name))).toEqual([])
})

test('foreign keys between them start with the merchant on both sides', async () => {
  const keys = await world.runtime.db.execute<{ from: string; to: string; definition: string }>(sql`
    select f.relname as from, t.relname as to, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace`)
  const tables = await distributed()
  const between = keys.filter(({ from, to }) => tables.includes(from) && tables.includes(to))
  expect(between.length).toBeGreaterThan(3)
  for (const { definition } of between)
    expect(definition).toMatch(/^FOREIGN KEY \(merchant_id\b.* REFERENCES .*\(merchant_id\b/)
})

test('every join with one of them names the merchant', async () => {
  const tables = await distributed()
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.join('server', file))
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  /** Returns the definition of a named condition, such as `itsAccount`. */
  const defined = (condition: string) => {
    const definitions = texts.flatMap(({ text }) => [
      ...text.matchAll(new RegExp(`^(?:export )?const ${condition} = .*(?:\\n[ )].*)*`, 'gm')),
    ])
    expect(definitions).toHaveLength(1)
    return definitions[0]?.[0] ?? ''
  }
  const joins = texts.flatMap(({ file, text }) => {
    return [...text.matchAll(/\.(?:inner|left|right|full)Join\(\s*(\w+)|\bjoin "?(\w+)"?/g)].map((match) => {
      const name = (match[1] ?? match[2] ?? '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const join = text.slice(match.index, match.index + 330)
      const [, condition] = join.match(/^\.\w+Join\(\s*\w+,\s*(\w+)\s*\)/) ?? []
      return { file, name, text: condition ? defined(condition) : join }
    })
  })
  const own = joins.filter(({ name }) => tables.includes(name))
  expect(own.length).toBeGreaterThan(15)
  expect(own.filter(({ text }) => !/merchant_?id/i.test(text))).toEqual([])
})
