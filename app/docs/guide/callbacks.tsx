import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallbackType } from '@/server/model/callback'
import { samples } from '@/server/rest/examples/answers'
import { Code } from '../../_parts/code'
import { pretty } from '../_parts/pretty'
import { Section } from '../_parts/section'
import { Meanings } from './meanings'

const meanings: Record<CallbackType, string> = {
  'order.created': 'An order was made.',
  'order.charged': 'All of an order was charged, or a part.',
  'order.cancelled': 'What was left of an order was cancelled, or a part.',
  'order.refunded': 'All of an order was refunded, or a part.',
  'order.failed': 'The card service refused; the last event says what, and why.',
  'subscription.ended': 'A subscription has ended: nothing more is to come.',
  test: 'Nothing happened: it was sent to see whether it arrives.',
}

const headers = [
  ['webhook-id', 'Its id, the same at each attempt.'],
  ['webhook-timestamp', 'When this attempt was made, in seconds since 1970.'],
  ['webhook-signature', 'Its signature: several, with spaces between them, while a secret is being rolled.'],
] as const

/** What callback addresses are sent, how they know that it is true, and how often it is tried. */
export function Callbacks() {
  return (
    <Section id="callbacks" title="Callbacks">
      <p>
        What happens to an order is told to the <code>callback</code> that it was made with, what happens to
        the orders of a subscription, and its end, to the subscription’s <code>callback</code>, and everything
        to the addresses that you set for all. A callback is a <code>POST</code> with a JSON body: its{' '}
        <code>type</code>, when it happened, and the order or the subscription as it was then.
      </p>
      <p>
        An address has to be public. Private IP addresses and internal names, such as <code>localhost</code>{' '}
        or <code>*.internal</code>, are refused when you set them, unless the operator allows their network.
      </p>
      <Code caption="Body" label="Body of a callback" language="json" text={pretty(samples.Callback)} />
      <Meanings caption="Types" rows={Object.entries(meanings)} />
      <p>
        <strong>Believe only what is signed.</strong> Anybody may post to your address. Every callback carries
        a signature as Standard Webhooks has it, for which there are libraries in many languages (for Node.js{' '}
        <code>npm install standardwebhooks</code>). It is made with your signing secret, <code>whsec_…</code>,
        over the id, the time and the body as it came: check it before you parse.
      </p>
      <Meanings caption="Headers" rows={headers} />
      <Code caption="A receiver in Node.js, whole" label="A receiver of callbacks" text={receiver()} />
      <Delivery />
    </Section>
  )
}

function Delivery() {
  return (
    <>
      <p>
        <strong>Answer with a status from 200 to 299</strong> within 10 seconds; do what takes longer
        afterwards. Anything else counts as a failure, a redirect too. It is tried again after 5 seconds, 30
        seconds, 2, 10 and 30 minutes, 1 and 2 hours, and then every 4 to 6 hours, for 3 days. After that it
        is given up, and can be replayed. Addresses have to be public ones, unless the operator of this
        installation allows others.
      </p>
      <p>
        <strong>The same callback may come twice</strong>, when your answer was lost on its way: remember the{' '}
        <code>webhook-id</code> of what you have done. What happens to one order, or to one subscription with
        its orders, comes in its order. Only what failed comes later, when others may have overtaken it. The
        last entry of <code>data.order.event</code> tells: its <code>sequence</code> is 1, 2, 3 … within the
        order. One that is lower than what you have seen is old news, and one that skips a number has the
        whole history in <code>event</code> all the same.
      </p>
      <p>
        When you roll the signing secret the old one signs as well for as long as you choose, 24 hours unless
        you say otherwise. Give the new one to your receivers meanwhile; none of them will miss a callback.
      </p>
    </>
  )
}

/** The very file that is run by the tests. */
const receiver = () => readFileSync(join(process.cwd(), 'docs/receiver.mjs'), 'utf8').trim()
