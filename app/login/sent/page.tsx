import type { Metadata } from 'next'
import { Frame, merchantName } from '../../_parts/customer/frame'
import { type MerchantQuery, merchantOf } from '../../_parts/customer/login-merchant'
import { pageFor, presentWords } from '../../_parts/customer/login-words'
import { Message } from '../../_parts/customer/message'
import { plainlyTitled } from '../../_parts/customer/titled'

export const generateMetadata = (): Promise<Metadata> => plainlyTitled('login.sentTitle')

/** Looks the same whether or not a link was sent. */
export default async function SentPage({ searchParams }: { searchParams: MerchantQuery }) {
  const merchant = await merchantOf(searchParams)
  const words = await presentWords(merchant)
  const { say } = words
  return (
    <Frame merchant={merchant} words={words} path={pageFor('/login/sent', merchant)} narrow>
      <Message title={say('login.sentTitle')}>
        <p>{merchant ? say('login.sentAt', { shop: merchantName(merchant) }) : say('login.sent')}</p>
        <p>
          {say('login.spam')} <a href={pageFor('/login', merchant)}>{say('login.tryAnother')}</a>.
        </p>
      </Message>
    </Frame>
  )
}
