import type { Metadata } from 'next'
import { Frame } from '../../_parts/customer/frame'
import { AddressForm } from '../../_parts/customer/login-forms'
import { type MerchantQuery, merchantOf } from '../../_parts/customer/login-merchant'
import { pageFor, presentWords } from '../../_parts/customer/login-words'
import { Message } from '../../_parts/customer/message'
import { plainlyTitled } from '../../_parts/customer/titled'

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
