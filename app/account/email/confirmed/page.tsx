import type { Metadata } from 'next'
import { Frame, merchantName } from '../../../_parts/customer/frame'
import { type MerchantQuery, merchantOf } from '../../../_parts/customer/login-merchant'
import { pageFor, presentWords } from '../../../_parts/customer/login-words'
import { Message } from '../../../_parts/customer/message'
import { plainlyTitled } from '../../../_parts/customer/titled'

export const generateMetadata = (): Promise<Metadata> => plainlyTitled('login.title')

export default async function ConfirmedPage({ searchParams }: { searchParams: MerchantQuery }) {
  const merchant = await merchantOf(searchParams)
  const words = await presentWords(merchant)
  const { say } = words
  return (
    <Frame merchant={merchant} words={words} path={pageFor('/account/email/confirmed', merchant)} narrow>
      <Message title={say('email.doneTitle')}>
        <p>{merchant ? say('email.done', { shop: merchantName(merchant) }) : say('email.donePlain')}</p>
        <p>
          <a href="/account">{say('out.toAccount')}</a>
        </p>
      </Message>
    </Frame>
  )
}
