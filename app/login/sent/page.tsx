import { merchantName } from '../../_parts/customer/frame'
import { loginPage, type MerchantQuery, pageFor } from '../../_parts/customer/login-page'
import { MessagePage } from '../../_parts/customer/message-page'
import { publicMetadata } from '../../_parts/customer/page-metadata'

export const generateMetadata = () => publicMetadata('login.sentTitle')

/** Looks the same whether or not a link was sent. */
export default async function SentPage({ searchParams }: { searchParams: MerchantQuery }) {
  const page = await loginPage('/login/sent', searchParams)
  const { merchant, words } = page
  const { say } = words
  return (
    <MessagePage {...page} title={say('login.sentTitle')}>
      <p>{merchant ? say('login.sentAt', { shop: merchantName(merchant) }) : say('login.sent')}</p>
      <p>
        {say('login.spam')} <a href={pageFor('/login', merchant)}>{say('login.tryAnother')}</a>.
      </p>
    </MessagePage>
  )
}
