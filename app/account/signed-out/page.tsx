import type { Metadata } from 'next'
import { AddressForm } from '../../login/forms'
import { type MerchantQuery, merchantOf } from '../../login/merchant'
import { pageFor, presentWords } from '../../login/words'
import { Frame } from '../_parts/frame'
import { Message } from '../_parts/message'
import { plainlyTitled } from '../_parts/titled'

export const dynamic = 'force-dynamic'
export const generateMetadata = (): Promise<Metadata> => plainlyTitled('out.signedOutTitle')

export default async function SignedOutPage({ searchParams }: { searchParams: MerchantQuery }) {
  const merchant = await merchantOf(searchParams)
  const words = await presentWords(merchant)
  return (
    <Frame merchant={merchant} words={words} path={pageFor('/account/signed-out', merchant)} narrow>
      <Message title={words.say('out.signedOutTitle')}>
        <p>{words.say('out.signedOut')}</p>
        <AddressForm merchant={merchant} words={words} />
      </Message>
    </Frame>
  )
}
