import forms from '../forms.module.css'
import type { NoteName } from './true-note'
import type { Words } from './words'

const unhappy = new Set<NoteName>([
  'addedUnpaid',
  'defaultUnpaid',
  'removedUnpaid',
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
    <p
      role="status"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: screen readers would not read it, since it is there from the start
      autoFocus
      className={`${forms.note} ${unhappy.has(name) ? forms.unhappy : ''}`}
    >
      {words.say(`note.${name}`)}
    </p>
  )
}
