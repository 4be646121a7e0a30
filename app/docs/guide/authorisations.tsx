import { Section } from '../_parts/section'
import { Meanings } from './meanings'

const limits = [
  [
    '"charge": "once"',
    'It can be charged once. If that charge is partial, the card service releases the rest.',
  ],
  [
    '"charge": "in full"',
    'What is left can only be charged in full. At Stripe, this applies after 40 partial charges.',
  ],
  ['"cancel": "in full"', 'What is left can only be cancelled in full.'],
  ['"step": 0.01', 'Charges, refunds and cancellations must be multiples of this amount.'],
] as const

const reasons = [
  ['expired', 'The authorisation expired before it was charged in full.'],
  ['released', 'The card service allows one charge. It was partial, so the rest was released.'],
  ['external', 'It was done at the card service, for example in its dashboard.'],
] as const

/** What card services do to orders between their creation and their charge, and afterwards. */
export function Authorisations() {
  return (
    <Section id="authorisations" title="Authorisations">
      <p>
        Creating an order authorises its amount: the customer’s bank reserves it until you charge or cancel
        it. The <code>test</code> card service reserves it indefinitely and charges it in any number of parts.
        Real ones can do less. The order tells you what they cannot do.
      </p>
      <Meanings caption="limits of an order; absent if there are none" rows={limits} />
      <p>
        Anything beyond the <code>limits</code> is refused before it is sent to the card service. A currency
        or an amount that it cannot charge is refused when you create the order or subscription.
      </p>
      <p>
        <strong>An authorisation can expire,</strong> at the <code>authorisedUntil</code> of the order. You
        get the callback <code>order.expiring</code> a day before. Whatever is not charged by then is
        cancelled, and the <code>status</code> of the payment is <code>expired</code> if nothing was charged
        at all.
      </p>
      <Meanings caption="reason of an event that you did not request" rows={reasons} />
      <p>
        <strong>An outcome can follow later.</strong> Some charges and refunds are accepted at first and
        carried out hours or days later. The event is then of type <code>accept</code>, <code>original</code>{' '}
        says what was accepted, and no amount has moved yet. Do not repeat it: its amount is reserved. The
        outcome is another event with the same <code>reference</code> and its own callback: the charge or
        refund itself, or <code>fail</code>. At Stripe, the rest of the order can be charged after that.
      </p>
      <p>
        A <code>fail</code> with the code <code>never arrived</code> means that the request was lost: the card
        service proves that it never received it. Nothing was done, and you can request it again.
      </p>
    </Section>
  )
}
