import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { sayIn } from '@/app/_texts/texts'
import { runtime } from '@/server/runtime'
import type { KeyProblem } from '../../_parts/card-element/frame-channel'
import { addressOf, type CardQuery, embedding, ownerOf } from './_parts/embedding'
import { embedTexts } from './_parts/texts'
import { CardFields } from './card-fields'

export const metadata: Metadata = { title: 'Card', robots: { index: false, follow: false } }

/** The card form that shops embed in their pages with `/embed/card.js`. */
export default async function EmbeddedCardPage({ searchParams }: { searchParams: CardQuery }) {
  const given = await embedding(searchParams)
  const { language, scheme, publicKey } = given
  const owner = await ownerOf(publicKey)
  const service = owner && runtime().cards.named(owner.merchant.cardService)
  // A card service's own fields have a page of their own, whose policy allows its script.
  if (owner && (await service?.fields?.of({ merchantId: owner.merchant.id }))) {
    redirect(addressOf(`/embed/card/${owner.merchant.cardService}`, given))
  }
  const problem = owner ? (service?.fields ? 'card service' : undefined) : 'public key'
  const say = sayIn(language)
  const own = embedTexts(language)
  return (
    <CardFields
      language={language}
      scheme={scheme}
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
  'card service':
    'The merchant’s account at its card service is not connected. Connect it under Settings → Card service in the dashboard.',
}
