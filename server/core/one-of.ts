import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The condition that a column is one of some texts. They are sent as one parameter, however many there are. */
export const isOneOf = (column: SQLWrapper, texts: Iterable<string>): SQL =>
  sql`${column} = any(${sql.param([...texts])}::text[])`
