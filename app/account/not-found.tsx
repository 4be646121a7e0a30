import { Frame } from '../_parts/customer/frame'
import { Message } from '../_parts/customer/message'
import { presentVisit } from '../_parts/customer/visit'

/** For what is not there, and for what is another's, which is the same to who asks. */
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
