import postgres, { type Sql } from 'postgres'
import { connect, type Database } from '@/db/client'

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** Whether a plan is for the values of a statement, or for any values. */
export type PlanFor = 'values' | 'any values'

const modeOf = { values: 'force_custom_plan', 'any values': 'force_generic_plan' }

/**
 * Returns how many rows PostgreSQL reads for the statements that `work` sends. Unlike time, it does not depend on the
 * machine. Rolls back what the statements change.
 */
export async function rowsRead(
  url: string,
  planFor: PlanFor,
  work: (db: Database) => Promise<unknown>,
): Promise<number> {
  const sent: { query: string; values: unknown[] }[] = []
  const { db, close } = connect(url, { pool: 1, onQuery: (query, values) => sent.push({ query, values }) })
  await work(db)
  await close()
  const statements = sent.filter(({ query }) => /^\s*(select|with|update|insert|delete)/i.test(query))
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await readIn(sql, modeOf[planFor], statements)
  } finally {
    await sql.end()
  }
}

async function readIn(sql: Sql, mode: string, statements: { query: string; values: unknown[] }[]) {
  let sum = 0
  await sql.unsafe(`begin; set local plan_cache_mode = ${mode}`)
  for (const [index, { query, values }] of statements.entries()) {
    await sql.unsafe(`prepare measured_${mode}_${index} as ${query}`)
    const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : ''
    const [row] = await sql.unsafe<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(
      `explain (analyze, format json) execute measured_${mode}_${index}${given}`,
    )
    if (!row) throw new Error('PostgreSQL explained nothing')
    sum += rowsOf(row['QUERY PLAN'][0].Plan)
  }
  await sql.unsafe('rollback')
  return sum
}

function rowsOf(plan: Plan): number {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  // A Subquery Scan only passes on the rows of another scan.
  const isScan = plan['Node Type'].includes('Scan') && plan['Node Type'] !== 'Subquery Scan'
  const own = isScan ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), own)
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  const text = value instanceof Date ? value.toISOString() : String(value)
  return `'${text.replaceAll("'", "''")}'`
}
