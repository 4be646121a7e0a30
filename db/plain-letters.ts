import { type SQL, sql } from 'drizzle-orm'

/** Letters that Unicode does not take apart into a letter and its accent, as people write them without. */
const written = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** A text in lower case and without accents, so that "Zoe" is found as "Zoë", and "Zoë" as "Zoe". */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => written[letter as keyof typeof written])

/** The same in PostgreSQL. A stored column contains it, so changing it means to write that column again. */
export const plainLettersSql = (text: SQL): SQL =>
  Object.entries(written).reduce(
    (plain, [letter, plainly]) => sql`replace(${plain}, ${sql.raw(`'${letter}', '${plainly}'`)})`,
    sql`lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'))`,
  )
