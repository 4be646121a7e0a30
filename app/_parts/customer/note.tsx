import forms from '../forms.module.css'
import type { NoteName } from './true-note'
import type { Words } from './words'

const unhappy = new Set<NoteName>([
  'addedUnpaid',
  'defaultUnpaid',
  'approve',
  'failed',
  'later',
  'changed',
  'wrong',
  'mails',
  'tooLong',
  'tooMany',
  'cardGone',
  'otherAccount',
])

/** Says what was just done, or what failed. */
export function Note({ name, words }: { name: NoteName | undefined; words: Words }) {
  if (name === undefined) return null
  return (
    <p className={`${forms.note} ${unhappy.has(name) ? forms.unhappy : ''}`} role="status">
      {words.say(`note.${name}`)}
    </p>
  )
}
