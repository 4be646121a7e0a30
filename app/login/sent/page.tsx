import type { Metadata } from 'next'
import { Frame, merchantName } from '../../account/_parts/frame'
import { Message } from '../../account/_parts/message'
import { plainlyTitled } from '../../account/_parts/titled'
import { type MerchantQuery, merchantOf } from '../merchant'
import { pageFor, presentWords } from '../words'

export const dynamic = 'force-dynamic'
export const generateMetadata = (): Promise<Metadata> => plainlyTitled('login.sentTitle')

/** The same for everybody who asked for a link, whether or not one was sent. */
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
