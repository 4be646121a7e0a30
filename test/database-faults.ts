import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

/** How the database fails: with an error of this SQLSTATE, or by losing the connection before or after the commit. */
export type Fault = { sqlstate: string } | 'connection lost' | 'lost after commit'

/** Makes PostgreSQL itself fail, once, at the n-th statement or, for `lost after commit`, the n-th commit. */
export class DatabaseFaults {
  #armed: { at: number; fault: Fault } | undefined
  #count = 0
  /** Called by a connection before it sends a statement or commits. */
  readonly replace = (query: string) => {
    // Written in the background, at no fixed time.
    if (!this.#armed || /request_(log|contents)|attempt_count|update "api_key"/.test(query)) return undefined
    const { at, fault } = this.#armed
    // Only the statements that this fault can meet count.
    if (fault === 'lost after commit' && query !== 'commit') return undefined
    if (++this.#count !== at) return undefined
    return replacementFor(fault, query === 'commit')
  }

  /** Runs `work`. Returns whether it reached the statement that fails. */
  async during(at: number, fault: Fault, work: () => Promise<unknown>): Promise<boolean> {
    this.#count = 0
    this.#armed = { at, fault }
    try {
      await work()
      return this.#count >= at
    } finally {
      this.#armed = undefined
    }
  }
}

function replacementFor(fault: Fault, isCommit: boolean) {
  const terminate = 'select pg_terminate_backend(pg_backend_pid())'
  if (fault === 'connection lost') return { query: terminate, values: [] }
  if (fault === 'lost after commit') return { query: `commit; ${terminate}`, values: [] }
  const query = isCommit ? 'insert into raised_at_commit values ($1)' : 'select raise_error($1)'
  return { query, values: [fault.sqlstate] }
}

/** Adds the function and the table to a database through which it can be made to fail. */
export async function prepareFaults(db: Database): Promise<void> {
  for (const statement of [
    sql`create function raise_error(sqlstate_code text) returns void language plpgsql as
      $$ begin raise exception 'told to fail' using errcode = sqlstate_code; end $$`,
    sql`create table raised_at_commit (sqlstate_code text)`,
    sql`create function raise_at_commit() returns trigger language plpgsql as
      $$ begin perform raise_error(new.sqlstate_code); return null; end $$`,
    sql`create constraint trigger raised_at_commit after insert on raised_at_commit
      deferrable initially deferred for each row execute function raise_at_commit()`,
  ]) {
    await db.execute(statement)
  }
}
