import { type OwnWords, ownWordsParts } from '@/server/model/mail-wording'
import type { Inputs } from '../../../_parts/merchant'

type Words = Required<OwnWords>

/** Returns the parts of `words` that are not the same in `others`. */
export function differing(words: Words, others: Words): OwnWords {
  const parts: OwnWords = {}
  for (const part of ownWordsParts) if (words[part] !== others[part]) parts[part] = words[part]
  return parts
}

/**
 * Returns only the parts that a form changed, so that concurrent changes to others survive. Null goes back to Kassa's
 * words, the `defaults`.
 */
export function changedWords({
  loaded,
  typed,
  defaults,
}: Record<'loaded' | 'typed' | 'defaults', Words>): Inputs['settings']['changeMailWords']['words'] {
  const changed = Object.entries(differing(typed, loaded))
  const own = differing(typed, defaults)
  return Object.fromEntries(changed.map(([part, text]) => [part, part in own ? text : null]))
}
