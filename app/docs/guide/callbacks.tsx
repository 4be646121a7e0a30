import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallbackType } from '@/server/model/callback'
import { examples } from '@/server/model/examples'
import { Code } from '../../_parts/code'
import { pretty } from '../_parts/pretty'
import { Prose } from '../_parts/prose'
import { Section } from '../_parts/section'
import { Meanings } from './meanings'

const meanings: Record<CallbackType, string> = {
  'order.created': 'An order was created.',
  'order.charged': 'An order was charged, in whole or in part.',
  'order.cancelled': 'The remaining amount of an order was cancelled, in whole or in part.',
  'order.refunded': 'An order was refunded, in whole or in part.',
  'order.accepted':
    'The card service has accepted an operation, and its outcome follows later as another event.',
  'order.expiring':
    'The authorisation of an order expires within a day. Whatever is not charged by then is cancelled.',
  'order.failed':
    'An operation failed: the card service refused it, never received it, or reported later that it had failed, or the account had no card. The event says which operation failed and why. If the operation had succeeded before, the event has the `reason` `external`, and the amount is back in its previous state.',
  'dispute.opened':
    'A cardholder disputes a payment. Submit evidence before the deadline in `dispute.due`, in the dashboard of the card service. If `dispute.inquiry` is true, the bank has only opened an inquiry; if that becomes a dispute, this is sent again with false. It is also sent again if a decision is appealed. Until a dispute is decided, its order cannot be refunded.',
  'dispute.won': 'The bank decided a dispute in your favour. The amount returns to your account.',
  'dispute.lost':
    'The bank decided a dispute in the customer’s favour. The customer keeps the amount. Do not refund it as well.',
  'dispute.closed':
    'A dispute ended without a decision, such as an inquiry that did not become a dispute. If the bank had taken the amount, the payouts show whether it returns.',
  'subscription.ending':
    'A subscription has a new `end`, or an earlier one, whether the customer or you asked for it. It continues until then.',
  'subscription.continued': 'The end of a subscription was undone, or moved to a later day.',
  'subscription.ended': 'A subscription has ended. No more orders will be created.',
  test: 'A test, sent to check that callbacks arrive.',
}

const types = Object.entries(meanings).map(
  ([type, meaning]) => [type, <Prose key={type} text={meaning} />] as const,
)

const headers = [
  ['webhook-id', 'The id of the callback, the same in every attempt.'],
  ['webhook-timestamp', 'The time of this attempt, in seconds since 1970.'],
  ['webhook-signature', 'The signature; several, separated by spaces, while a secret is being rolled.'],
] as const

/** The content, signature and delivery of callbacks. */
export function Callbacks() {
  return (
    <Section id="callbacks" title="Callbacks">
      <p>
        Callbacks notify your systems of events. Events of an order go to the <code>callback</code> address it
        was created with. Events of a subscription and of its orders go to the subscription’s{' '}
        <code>callback</code> address; if you change it, the new one gets all later events, also those of
        earlier orders. Events also go to the addresses that you add in the dashboard under Events →
        Callbacks: all events, or those that you choose for an address. A callback is a <code>POST</code> with
        a JSON body: its <code>type</code>, the time of the event, and the order or subscription as it was at
        that time.
      </p>
      <p>
        Addresses must be public. Private IP addresses and internal names, such as <code>localhost</code> or{' '}
        <code>*.internal</code>, are refused when you set them, unless the operator allows their network.
      </p>
      <Code caption="Body" label="Body of a callback" language="json" text={pretty(examples.callback)} />
      <Meanings caption="Types" rows={types} whole />
      <p>
        <strong>Verify the signature.</strong> Anyone can post to your address. Every callback is signed
        according to Standard Webhooks, which has libraries for many languages (for Node.js{' '}
        <code>npm install standardwebhooks</code>). The signature covers the id, the time and the raw body,
        and is made with your signing secret, <code>whsec_…</code>. Verify it before you parse the body.
      </p>
      <Meanings caption="Headers" rows={headers} whole />
      <Code caption="A complete receiver in Node.js" label="A receiver of callbacks" text={receiver()} />
      <Delivery />
    </Section>
  )
}

function Delivery() {
  return (
    <>
      <p>
        <strong>Respond with a status from 200 to 299</strong> within 10 seconds, and do longer work
        afterwards. Any other response is a failure, including a redirect. Kassa retries after 5 seconds, 30
        seconds, 2, 10 and 30 minutes, 1 and 2 hours, and then every 4 to 6 hours for 3 days. After that the
        callback has failed. Owners and admins get an e-mail when an address has accepted nothing for an hour,
        and another one when it works again. Each member can change this under Settings → Notifications.
      </p>
      <p>
        <strong>Resend callbacks</strong> in the dashboard under Events → Callbacks: one, several that you
        select, or all that failed at an address. A callback that is resent keeps its <code>webhook-id</code>{' '}
        and its body, and is retried for another 3 days. Each callback shows the response to its latest
        attempt. The choice of events for an address applies to new events; the <code>callback</code> address
        of an order or a subscription always gets all of its events.
      </p>
      <p>
        <strong>You may receive a callback twice</strong> if your response was lost. Store each{' '}
        <code>webhook-id</code> that you have processed. Callbacks for one order, or for one subscription and
        its orders, arrive in sequence. Only retried callbacks may arrive after later ones:
      </p>
      <ul>
        <li>
          <strong>Orders</strong>, that is, types that begin with <code>order.</code>: check the last entry of{' '}
          <code>data.order.event</code>. Its <code>sequence</code> counts 1, 2, 3 … within the order. Ignore
          numbers lower than one you have already seen. If a number is skipped, nothing is missing:{' '}
          <code>event</code> contains the complete history.
        </li>
        <li>
          <strong>Disputes and subscriptions</strong>: ignore a callback whose <code>timestamp</code> is
          earlier than that of the last one you processed for the same dispute or subscription.
        </li>
      </ul>
      <p>
        When you roll the signing secret, callbacks are also signed with the old one for as long as you
        choose, by default 24 hours. Give the new secret to your receivers during this time, and none of them
        will miss a callback.
      </p>
    </>
  )
}

/** Reads the file that the tests run, so that the example works. */
const receiver = () => readFileSync(join(process.cwd(), 'docs/receiver.mjs'), 'utf8').trim()
