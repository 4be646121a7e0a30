import { MessagePage } from '../_parts/customer/message-page'
import { currentVisit } from '../_parts/customer/visit'

/** Shown for missing pages and for pages of other accounts, so that visitors cannot tell them apart. */
export default async function NotHere() {
  const { merchant, words } = await currentVisit()
  return (
    <MessagePage merchant={merchant} words={words} path="/account" title={words.say('out.goneTitle')}>
      <p>{words.say('out.gone')}</p>
      <p>
        <a href="/account">{words.say('out.toAccount')}</a>
      </p>
    </MessagePage>
  )
}
