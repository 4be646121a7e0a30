import { AddressForm } from '../../_parts/customer/login-forms'
import { loginPage, type MerchantQuery } from '../../_parts/customer/login-page'
import { MessagePage } from '../../_parts/customer/message-page'
import { publicMetadata } from '../../_parts/customer/page-metadata'

export const generateMetadata = () => publicMetadata('out.loggedOutTitle')

export default async function SignedOutPage({ searchParams }: { searchParams: MerchantQuery }) {
  const page = await loginPage('/account/signed-out', searchParams)
  const { merchant, words } = page
  return (
    <MessagePage {...page} title={words.say('out.loggedOutTitle')}>
      <p>{words.say('out.loggedOut')}</p>
      <AddressForm merchant={merchant} words={words} />
    </MessagePage>
  )
}
