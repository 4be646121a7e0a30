import type { Metadata } from 'next'
import { isLanguage, type Language, sayIn } from '@/app/_texts/texts'
import { findKeyOwner } from '@/server/key/authenticate'
import { runtime } from '@/server/runtime'
import type { KeyProblem } from '../../_parts/card-element/line'
import { CardFields } from './card-fields'
import { embedTexts } from './texts'

export const metadata: Metadata = { title: 'Card', robots: { index: false, follow: false } }

type CardQuery = Promise<Record<string, string | string[] | undefined>>

/** The card form that shops embed in their pages with `/embed/card.js`. */
export default async function EmbeddedCardPage({ searchParams }: { searchParams: CardQuery }) {
  const { key, locale, scheme } = await searchParams
  const language: Language = typeof locale === 'string' && isLanguage(locale) ? locale : 'en'
  const publicKey = typeof key === 'string' ? key : ''
  const problem = await problemWith(publicKey)
  const say = sayIn(language)
  const own = embedTexts(language)
  return (
    <CardFields
      language={language}
      scheme={scheme === 'dark' ? 'dark' : 'light'}
      publicKey={publicKey}
      problem={problem && { problem, advice: advice[problem] }}
      texts={{
        ...own,
        number: say('new.number'),
        expires: say('new.expires'),
        csc: say('new.csc'),
        cscHelp: say('new.cscHelp'),
        test: say('new.test'),
        badNumber: say('new.badNumber'),
        badExpires: say('new.badExpires'),
        badCsc: say('new.badCsc'),
        notTest: say('new.notTest'),
        pastExpires: say('new.pastExpires'),
      }}
    />
  )
}

/** A message for the shop's developers. */
const advice: Record<KeyProblem, string> = {
  'public key':
    'public-key is unknown, expired, revoked or not a public key. Give the key that begins with pk_, from Developers in the dashboard.',
  'card service': 'This merchant’s cards are not taken by this form but by its card service.',
}

/** Returns why this key cannot take cards, so that the form can say so before anyone types a number. */
async function problemWith(key: string): Promise<KeyProblem | undefined> {
  // Other kinds of keys are not even looked up.
  const owner = key.startsWith('pk_') ? await findKeyOwner(runtime(), key) : undefined
  if (!owner?.inForce || owner.actor.kind !== 'public') return 'public key'
  return owner.merchant.cardService === 'test' ? undefined : 'card service'
}
