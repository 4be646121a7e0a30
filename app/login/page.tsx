import { merchantName } from '../_parts/customer/frame'
import { AddressForm } from '../_parts/customer/login-forms'
import { loginPage, type MerchantQuery } from '../_parts/customer/login-page'
import { MessagePage } from '../_parts/customer/message-page'
import { publicMetadata } from '../_parts/customer/page-metadata'

export const generateMetadata = () => publicMetadata('login.title')

/** For customers who do not have a link. */
export default async function LoginPage({ searchParams }: { searchParams: MerchantQuery }) {
  const page = await loginPage('/login', searchParams)
  const { merchant, words } = page
  const { say } = words
  const shop = merchant && merchantName(merchant)
  return (
    <MessagePage {...page} title={shop ? say('login.titleAt', { shop }) : say('login.title')}>
      <p>{say('login.give', { shop: shop ?? say('frame.theShop') })}</p>
      <AddressForm merchant={merchant} words={words} action={say('login.send')} />
    </MessagePage>
  )
}
