import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { plainLetters } from '@/db/plain-letters'
import { formsOf, minorUnitsByCurrency, type SearchedAmount, type SearchText } from '../model/search-text'
import { isOneOf } from './one-of'

/**
 * The condition for metadata with a name and a value that begins with a text, or else with a name or value that
 * contains the whole search, ignoring case. Written like the indexes on metadata.
 */
export function hasMetadata(
  column: SQLWrapper,
  { text, metadata }: Pick<SearchText, 'text' | 'metadata'>,
): SQL {
  const within = (part: string) => containsText(sql`lower(${column}::text)`, part)
  return metadata
    ? sql`(${within(`"${inJson(metadata.name)}": "${inJson(metadata.value)}`)} or ${within(inJson(text))})`
    : within(inJson(text))
}

/** A text as a string in JSON contains it. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Whether a text in lower case, as PostgreSQL writes it, contains a text, ignoring case and forms of Unicode. */
export function containsText(lower: SQLWrapper, text: string): SQL {
  const [pattern, ...others] = new Set(formsOf(text).map(containing))
  return others.length === 0
    ? sql`${lower} like ${pattern}`
    : sql`${lower} like any(${sql.param([pattern, ...others])}::text[])`
}

/** Whether a text in plain letters contains a text, with or without accents. */
export const containsPlainly = (plain: SQLWrapper, text: string): SQL =>
  containsText(plain, plainLetters(text))

const containing = (text: string) => `%${withDoubtfulLetters(escapeLike(text.toLowerCase()))}%`

/**
 * The lower case of two letters depends on who is asked: Σ at the end of a word is ς or σ, and İ is i, with or without a
 * combining dot.
 */
const withDoubtfulLetters = (pattern: string) => pattern.replaceAll('ς', '_').replaceAll('i\u0307', 'i%')

/**
 * Escapes what `like` would read as a wildcard. An apostrophe in a word stands for any character: keyboards have a
 * straight one, and names are often stored with a curved one.
 */
const escapeLike = (text: string) =>
  text.replace(/[\\%_]/g, (special) => `\\${special}`).replace(/(?<=\p{L})['‘’ʼ`´]|['‘’ʼ`´](?=\p{L})/gu, '_')

/** The condition for rows of an amount, in its currency or in any. */
export const isAmount = (size: SQLWrapper, currency: SQLWrapper, amount: SearchedAmount): SQL =>
  or(
    ...minorUnitsByCurrency(amount).map(({ minor, codes }) =>
      // The amount first: it excludes most rows before their currency is looked for.
      and(sql`${size} = ${minor.toString()}::bigint`, isOneOf(currency, codes)),
    ),
  ) ?? sql`false`
