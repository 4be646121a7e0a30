import type { Merchant } from '@/db/schema'
import { Frame } from './frame'
import { AddressForm } from './login-forms'
import { Message } from './message'
import type { Words } from './words'

/** Shown to visitors without a session. A new link leads to the requested page. */
export function SignedOut({
  merchant,
  words,
  path,
}: {
  merchant: Merchant | undefined
  words: Words
  path: string
}) {
  const { say } = words
  return (
    <Frame merchant={merchant} words={words} path={path} narrow>
      <Message title={say('out.endedTitle')}>
        <p>{say('out.ended')}</p>
        <AddressForm merchant={merchant} words={words} way={path} />
      </Message>
    </Frame>
  )
}
