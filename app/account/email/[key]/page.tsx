import { currentEmailVisit } from '../../../_parts/customer/email-visit'
import { merchantName } from '../../../_parts/customer/frame'
import { KeyForm } from '../../../_parts/customer/login-forms'
import { MessagePage } from '../../../_parts/customer/message-page'
import { metadataWith } from '../../../_parts/customer/page-metadata'

interface Given {
  params: Promise<{ key: string }>
}

export const generateMetadata = async ({ params }: Given) =>
  metadataWith((await currentEmailVisit((await params).key)).words.say('login.title'))

/** The link in the mail to a new address leads here. Opening it changes nothing: mail programs open links too. */
export default async function EmailPage({ params }: Given) {
  const { key } = await params
  const { found, words } = await currentEmailVisit(key)
  const { merchant } = found
  const { say } = words
  if (found.state === 'gone') {
    return (
      <MessagePage merchant={merchant} words={words} path="/account" title={say('email.goneTitle')}>
        <p>{say('email.gone')}</p>
        <p>
          <a href="/account/information">{say('out.toAccount')}</a>
        </p>
      </MessagePage>
    )
  }
  const { email } = found.change
  return (
    <MessagePage
      merchant={merchant}
      words={words}
      path={`/account/email/${key}`}
      title={say('email.title', { email })}
    >
      <p>{say('email.about', { shop: merchantName(found.merchant) })}</p>
      <KeyForm action="/account/do/confirm-email" linkKey={key} text={say('email.button', { email })} />
    </MessagePage>
  )
}
