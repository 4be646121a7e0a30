import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { merchant } from '@/db/schema'
import type { Context } from '../core/context'
import { fail } from '../model/errors'
import { storableText } from '../model/fields'
import { languages } from '../model/language'
import {
  customerTemplates,
  type MailWording,
  namesIn,
  type OwnWords,
  ownWordsParts,
  placeholdersOf,
} from '../model/mail-wording'

/** Names a mail in a language. */
export const MailName = z.strictObject({ template: z.enum(customerTemplates), language: z.enum(languages) })
export type MailName = z.infer<typeof MailName>

/** An empty greeting or closing leaves it out. */
const parts = {
  subject: storableText(200).refine((text) => text.trim() !== '', { error: 'must not be empty' }),
  greeting: storableText(1000),
  closing: storableText(1000),
}

/** What is left out is as Kassa writes it. */
export const TypedWords = z.strictObject(parts).partial()

/** What is left out stays as it is. Null goes back to Kassa's words. */
const WordsChange = z
  .strictObject({
    subject: parts.subject.nullable(),
    greeting: parts.greeting.nullable(),
    closing: parts.closing.nullable(),
  })
  .partial()

export const MailWordsChange = MailName.extend({ words: WordsChange }).check(({ value, issues }) => {
  const known: readonly string[] = placeholdersOf[value.template]
  for (const part of ownWordsParts) {
    const unknown = namesIn(value.words[part] ?? '').find((name) => !known.includes(name))
    if (unknown === undefined) continue
    issues.push({
      code: 'custom',
      input: value.words[part],
      path: ['words', part],
      message: `has no value for {${unknown}}. Use ${known.map((name) => `{${name}}`).join(', ')}`,
    })
  }
})
type MailWordsChange = z.infer<typeof MailWordsChange>

/** Changes a merchant's own words in a mail, part by part. Returns them before and after. */
export function changeMailWords(
  { db, merchant: { id } }: Context,
  { template, language, words }: MailWordsChange,
): Promise<{ before: OwnWords; after: OwnWords }> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(merchant).where(eq(merchant.id, id)).for('no key update')
    if (!row) throw fail('not-found', { what: 'merchant' })
    const { [language]: before = {}, ...others } = row.mailWording[template] ?? {}
    const after = merged(before, words)
    const ofTemplate = Object.keys(after).length > 0 ? { ...others, [language]: after } : others
    const mailWording: MailWording = { ...row.mailWording, [template]: ofTemplate }
    await tx.update(merchant).set({ mailWording }).where(eq(merchant.id, id))
    return { before, after }
  })
}

/** Returns the words after a change, without spaces around those that are given. */
function merged(before: OwnWords, words: z.infer<typeof WordsChange>): OwnWords {
  const own: OwnWords = {}
  for (const part of ownWordsParts) {
    const given = words[part]
    const text = given === undefined ? before[part] : given?.replaceAll('\r\n', '\n').trim()
    if (text !== undefined) own[part] = text
  }
  return own
}
