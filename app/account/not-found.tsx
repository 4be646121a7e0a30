import { Frame } from '../_parts/customer/frame'
import { Message } from '../_parts/customer/message'
import { presentVisit } from '../_parts/customer/visit'

/** Shown for missing pages and for pages of other accounts, so that visitors cannot tell them apart. */
export default async function NotHere() {
  const { merchant, words } = await presentVisit()
  return (
    <Frame merchant={merchant} words={words} path="/account" narrow>
      <Message title={words.say('out.goneTitle')}>
        <p>{words.say('out.gone')}</p>
        <p>
          <a href="/account">{words.say('out.toAccount')}</a>
        </p>
      </Message>
    </Frame>
  )
}
