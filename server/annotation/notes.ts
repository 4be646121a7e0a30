import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { note, user } from '@/db/schema'
import type { Context, Scope } from '../core/context'
import { newId, referenceFor } from '../core/id'
import { fail } from '../model/errors'
import { textUpTo } from '../model/fields'
import { accountTransaction } from '../store/accounts'
import { requireOrder } from '../store/read-orders'
import type { Subject } from './subject'

export type NoteRow = typeof note.$inferSelect

export const NoteText = textUpTo(5000).trim().min(1)

/** How many notes are shown. */
const shown = 200

/**
 * Writes a note by the acting user. `origin` identifies the request: if it is sent twice, there is one note. Throws
 * `not-found`, or `account.erased`.
 */
export async function addNote(
  context: Context,
  { subject, id, text, origin }: Subject & { text: string; origin?: string },
): Promise<void> {
  const { db, merchant, actor, clock } = context
  if (actor.kind !== 'user') throw new Error('Only users write notes')
  const [author] = await db.select({ email: user.email }).from(user).where(eq(user.id, actor.userId))
  const row = {
    merchantId: merchant.id,
    id: origin === undefined ? newId() : referenceFor(origin),
    subject,
    subjectId: id,
    userId: actor.userId,
    email: author?.email ?? '',
    text,
    created: clock.now(),
  }
  const insert = async ({ db }: Scope) => {
    await db.insert(note).values(row).onConflictDoNothing()
  }
  if (subject === 'account') return accountTransaction(context, id, insert)
  await requireOrder(context, id)
  await insert(context)
}

/** Deletes a note and returns it. Throws `not-found`. */
export async function removeNote({ db, merchant }: Scope, id: z.infer<typeof NoteId>): Promise<NoteRow> {
  const [row] = await db
    .delete(note)
    .where(and(eq(note.merchantId, merchant.id), eq(note.id, id)))
    .returning()
  if (!row) throw fail('not-found', { what: 'note' })
  return row
}

export const NoteId = z.string().max(100)

/** Returns the notes of an account or order, newest first. */
export const notesOf = ({ db, merchant }: Scope, { subject, id }: Subject): Promise<NoteRow[]> =>
  db
    .select()
    .from(note)
    .where(and(eq(note.merchantId, merchant.id), eq(note.subject, subject), eq(note.subjectId, id)))
    .orderBy(desc(note.created), desc(note.id))
    .limit(shown)
