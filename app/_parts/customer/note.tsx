import type { TextKey } from '@/app/_texts/catalogue'
import { isTextKey } from '../../_texts/texts'
import forms from '../forms.module.css'
import type { Words } from './words'

type NoteKey = Extract<TextKey, `note.${string}`>
export type NoteName = NoteKey extends `note.${infer Name}` ? Name : never

const unhappy: ReadonlySet<NoteName> = new Set([
  ...([
    'addedUnpaid',
    'defaultUnpaid',
    'approve',
    'failed',
    'later',
    'changed',
    'wrong',
    'mails',
    'tooMany',
    'cardGone',
    'otherAccount',
  ] as const),
])

const isNote = (text: string): text is NoteName => isTextKey(`note.${text}`)

/** Returns the note named in the query if it is a known one. */
export const noteNamed = (name: string | undefined): NoteName | undefined =>
  name !== undefined && isNote(name) ? name : undefined

/** Says what was just done, or what failed. */
export function Note({ name, words }: { name: NoteName | undefined; words: Words }) {
  if (name === undefined) return null
  return (
    <p className={`${forms.note} ${unhappy.has(name) ? forms.unhappy : ''}`} role="status">
      {words.say(`note.${name}`)}
    </p>
  )
}
