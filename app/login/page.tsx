import type { Metadata } from 'next'
import { Frame, merchantName } from '../_parts/customer/frame'
import { AddressForm } from '../_parts/customer/login-forms'
import { type MerchantQuery, merchantOf } from '../_parts/customer/login-merchant'
import { pageFor, presentWords } from '../_parts/customer/login-words'
import { Message } from '../_parts/customer/message'
import { plainlyTitled } from '../_parts/customer/titled'

export const generateMetadata = (): Promise<Metadata> => plainlyTitled('login.title')

/** For customers who do not have a link. */
export default async function LoginPage({ searchParams }: { searchParams: MerchantQuery }) {
  const merchant = await merchantOf(searchParams)
  const words = await presentWords(merchant)
  const { say } = words
  const shop = merchant ? merchantName(merchant) : undefined
  return (
    <Frame merchant={merchant} words={words} path={pageFor('/login', merchant)} narrow>
      <Message title={shop ? say('login.titleAt', { shop }) : say('login.title')}>
        <p>{say('login.give', { shop: shop ?? say('frame.theShop') })}</p>
        <AddressForm merchant={merchant} words={words} action={say('login.send')} />
      </Message>
    </Frame>
  )
}
