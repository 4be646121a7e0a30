import * as z from 'zod'
import { replaceMetadata } from '../annotation/metadata'
import { addNote, NoteId, NoteText, notesOf, removeNote } from '../annotation/notes'
import { Subject } from '../annotation/subject'
import { addTag, removeTag, Tag, tagsInUse } from '../annotation/tags'
import { userOrigin } from '../core/user-origin'
import { Metadata } from '../model/metadata'
import { sentence, theSubject } from './audit-text'
import { changes, reading, router } from './init'
import { Named } from './named'

/** The team's notes and tags on accounts and orders. */
export const noteRouter = router({
  list: reading('viewer')
    .input(Subject)
    .query(({ ctx: { context }, input }) => notesOf(context, input)),

  /** `attempt` identifies the press of the button: if it is sent twice, there is one note. */
  add: changes('support', `wrote a note about ${theSubject}`)
    .input(Subject.extend({ text: NoteText, attempt: z.uuid() }))
    .mutation(async ({ ctx: { context, note }, input: { attempt, ...given } }) => {
      await addNote(context, { ...given, origin: userOrigin(context.actor.userId, 'note', attempt) })
      note({ subject: given.subject, after: { text: given.text } })
    }),

  /** Returns whether it was the user's own note, which the same user may write again to undo this. */
  remove: changes('support', `deleted a note about ${theSubject}`)
    .input(z.strictObject({ id: NoteId }))
    .mutation(async ({ ctx: { context, note }, input }) => {
      const { subject, subjectId, text, userId } = await removeNote(context, input.id)
      note({ subject, subjectId, before: { text }, after: undefined })
      return { isOwn: userId === context.actor.userId }
    }),
})

const tagged = (otherwise: string, words: (tag: string) => string) =>
  sentence(otherwise, z.object({ after: z.object({ tag: z.string() }) }), ({ after }) => words(after.tag))

const Tagged = Subject.extend({ tag: Tag })

export const tagRouter = router({
  /** The tags that the team uses, the most used first. */
  inUse: reading('viewer').query(({ ctx: { context } }) => tagsInUse(context)),

  add: changes(
    'support',
    tagged(`tagged ${theSubject}`, (tag) => `added the tag “${tag}” to ${theSubject}`),
  )
    .input(Tagged)
    .mutation(async ({ ctx: { context, note }, input }) => {
      await addTag(context, input)
      note({ subject: input.subject, after: { tag: input.tag } })
    }),

  remove: changes(
    'support',
    tagged(`removed a tag from ${theSubject}`, (tag) => `removed the tag “${tag}” from ${theSubject}`),
  )
    .input(Tagged)
    .mutation(async ({ ctx: { context, note }, input }) => {
      await removeTag(context, input)
      note({ subject: input.subject, after: { tag: input.tag } })
    }),
})

const Id = Named.shape.id
/** `expected` is the metadata that the form was opened with. */
const change = { metadata: Metadata, expected: Metadata.optional() }
const Described = z.discriminatedUnion('subject', [
  z.strictObject({ subject: z.literal('account'), id: Id, ...change }),
  z.strictObject({ subject: z.literal('order'), id: Id, ...change }),
  z.strictObject({ subject: z.literal('subscription'), account: Id, id: Id, ...change }),
])

export const metadataRouter = router({
  replace: changes('support', `changed the metadata of ${theSubject}`)
    .input(Described)
    .mutation(async ({ ctx: { context, note }, input }) => {
      const { subject, id, metadata: after, expected } = input
      const given = { metadata: after, expected }
      if (input.subject === 'subscription') {
        const subscription = { accountId: input.account, id }
        const before = await replaceMetadata(context, { subscription }, given)
        note({ subject, subjectId: `${input.account}/${id}`, before, after })
        return
      }
      const described = input.subject === 'account' ? { account: id } : { order: id }
      note({ subject, before: await replaceMetadata(context, described, given), after })
    }),
})
