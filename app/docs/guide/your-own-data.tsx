import { Code } from '../../_parts/code'
import { Section } from '../_parts/section'
import { Meanings } from './meanings'

const reasons = [
  ['requested', 'The customer asked for it.'],
  ['duplicate', 'The customer paid twice.'],
  ['fraud', 'The cardholder did not order it. Stripe also blocks the card and the e-mail address.'],
  ['other', 'Anything else. The dashboard asks for a note, which only your team sees.'],
] as const

/** What merchants add to orders, accounts and subscriptions for themselves. */
export function YourOwnData() {
  return (
    <Section id="your-own-data" title="Your own data">
      <p>
        <code>metadata</code> keeps your own names and values on accounts, orders and subscriptions: up to 50
        names of 40 characters, with values of up to 500. Set it when you create one, with a private key, and
        replace all of it later with <code>PUT …/metadata</code>. It is returned only to private keys and in
        callbacks, never to customers. The orders of a subscription get a copy of its metadata.
      </p>
      <Code
        label="Metadata of an order"
        text={'{ "metadata": { "cart": "c_8812", "campaign": "spring" } }'}
      />
      <p>
        Say why you cancel or refund with <code>reason</code>. It is returned with the event, and shown in the
        dashboard.
      </p>
      <Meanings caption="reason of a cancellation or refund" rows={reasons} />
    </Section>
  )
}
