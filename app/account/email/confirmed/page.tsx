import { merchantName } from '../../../_parts/customer/frame'
import { loginPage, type MerchantQuery } from '../../../_parts/customer/login-page'
import { MessagePage } from '../../../_parts/customer/message-page'
import { publicMetadata } from '../../../_parts/customer/page-metadata'

export const generateMetadata = () => publicMetadata('login.title')

export default async function ConfirmedPage({ searchParams }: { searchParams: MerchantQuery }) {
  const page = await loginPage('/account/email/confirmed', searchParams)
  const { merchant, words } = page
  const { say } = words
  return (
    <MessagePage {...page} title={say('email.doneTitle')}>
      <p>{merchant ? say('email.done', { shop: merchantName(merchant) }) : say('email.donePlain')}</p>
      <p>
        <a href="/account">{say('out.toAccount')}</a>
      </p>
    </MessagePage>
  )
}
