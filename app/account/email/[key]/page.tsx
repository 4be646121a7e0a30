import type { Metadata } from 'next'
import { findEmailChange } from '@/server/customer/email-change'
import { runtime } from '@/server/runtime'
import { Frame, merchantName } from '../../../_parts/customer/frame'
import { presentWords } from '../../../_parts/customer/login-words'
import { Message } from '../../../_parts/customer/message'
import styles from '../../../_parts/customer/message.module.css'
import { plainlyTitled } from '../../../_parts/customer/titled'
import forms from '../../../_parts/forms.module.css'

export const generateMetadata = (): Promise<Metadata> => plainlyTitled('login.title')

/** The link in the mail to a new address leads here. Opening it changes nothing: mail programs open links too. */
export default async function EmailPage({ params }: { params: Promise<{ key: string }> }) {
  const { key } = await params
  const found = await findEmailChange(runtime(), key)
  const { merchant } = found
  const words = await presentWords(merchant)
  const { say } = words
  if (found.state === 'gone') {
    return (
      <Frame merchant={merchant} words={words} path="/account" narrow>
        <Message title={say('email.goneTitle')}>
          <p>{say('email.gone')}</p>
          <p>
            <a href="/account/information">{say('out.toAccount')}</a>
          </p>
        </Message>
      </Frame>
    )
  }
  const { email } = found.change
  return (
    <Frame merchant={merchant} words={words} path={`/account/email/${key}`} narrow>
      <Message title={say('email.title', { email })}>
        <p>{say('email.about', { shop: merchantName(found.merchant) })}</p>
        <form method="post" action="/account/do/confirm-email" className={styles.form}>
          <input type="hidden" name="key" value={key} />
          <button type="submit" className={forms.action}>
            {say('email.button', { email })}
          </button>
        </form>
      </Message>
    </Frame>
  )
}
