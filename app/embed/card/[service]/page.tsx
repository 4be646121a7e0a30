import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { sayIn } from '@/app/_texts/texts'
import { runtime } from '@/server/runtime'
import { addressOf, type CardQuery, embedding, ownerOf } from '../_parts/embedding'
import { embedTexts } from '../_parts/texts'
import { ServiceCardFields } from './service-card-fields'

export const metadata: Metadata = { title: 'Card', robots: { index: false, follow: false } }

/** The card form with the fields of the merchant's card service. The policy of this page allows the service's script. */
export default async function ServiceCardPage({
  params,
  searchParams,
}: {
  params: Promise<{ service: string }>
  searchParams: CardQuery
}) {
  const { service } = await params
  const given = await embedding(searchParams)
  const owner = await ownerOf(given.publicKey)
  const isChosen = owner?.merchant.cardService === service
  const fields =
    owner && isChosen
      ? await runtime().cards.named(service).fields?.of({ merchantId: owner.merchant.id })
      : undefined
  // That page says what is wrong.
  if (!fields) redirect(addressOf('/embed/card', given))
  const { language, scheme, publicKey } = given
  const say = sayIn(language)
  const { title, noResponse, notNow } = embedTexts(language)
  return (
    <ServiceCardFields
      of={{ service, script: fields.script, publishableKey: fields.key, language }}
      scheme={scheme}
      publicKey={publicKey}
      texts={{
        title,
        noResponse,
        notNow,
        card: say('new.card'),
        loading: say('new.loading'),
        notLoaded: say('new.notLoaded'),
        tryAgain: say('new.tryAgain'),
      }}
    />
  )
}
