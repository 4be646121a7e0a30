import { Code } from '../../_parts/code'
import { Section } from '../_parts/section'
import { Meanings } from './meanings'

const members = [
  ['public-key', 'Attribute: your public key, pk_… Never a private one.'],
  ['locale', 'Attribute: en, sv or de. Else the language that the page says, else English.'],
  [
    'tokenize()',
    'Resolves to { token, scheme, iin, last4, expires, created, validUntil }. Rejects with an error that has a code for you and a message for the shopper; what is wrong with a field stands beside it already.',
  ],
  [
    'verify(answer)',
    'Shows the bank in a dialog, for an answer that says “verification required”. Resolves to approved or rejected: repeat the order. Rejects when the dialog is closed.',
  ],
  ['reset()', 'Empties the form.'],
  ['ready', 'Event: a card can be typed.'],
  ['change', 'Event, with detail { complete, scheme }: whether the card looks whole, and whose it is.'],
  ['error', 'Event, with detail { code, message }: no card can be taken. The console says why.'],
] as const

const codes = [
  ['invalid card', 'A field is wrong or empty. The form says so itself: show nothing.'],
  ['no answer', 'The card could not be checked. Try again.'],
  ['not verified', 'The bank was closed without an answer. Nothing was paid.'],
  ['public key', 'The key is unknown, revoked or not public.'],
  ['card service', 'This merchant’s cards are not taken by this form.'],
  ['unreachable', 'The form could not be loaded.'],
  ['gone', 'The element was taken out of the page, or its attributes were changed.'],
] as const

/** How shops take cards in their own pages. */
export function CardForm({ base, demoFile }: { base: string; demoFile: string | undefined }) {
  const { origin } = new URL(base)
  return (
    <Section id="card-form" title="Card form">
      <p>
        An element for your own checkout. It shows the fields of a card in an iframe from here and hands your
        page a one-time token, so that card numbers never touch your page.
        {demoFile !== undefined && (
          <>
            {' '}
            <a href="/demo/checkout">The sample checkout</a> is made with it.
          </>
        )}
      </p>
      <Code
        caption="In your page"
        label="Card form in a page"
        text={`<script src="${origin}/embed/card.js" async></script>

<form id="checkout">
  <kassa-card public-key="pk_…"></kassa-card>
  <button>Pay 249.00 kr</button>
  <p role="alert"></p>
</form>`}
      />
      <Code
        caption="And its script"
        label="Paying with the card form"
        text={`const form = document.querySelector('#checkout')
const card = form.querySelector('kassa-card')
const tell = (text) => { form.querySelector('[role=alert]').textContent = text }

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    const { token } = await card.tokenize()
    let answer = await order(token)
    if (answer.content?.description === 'verification required') {
      await card.verify(answer)
      answer = await order(token)   // the same token, a new Idempotency-Key
    }
    if (answer.id) location.assign('/thanks')
    else tell('The card was declined. Use another card.')
  } catch (error) {
    if (error.code !== 'invalid card') tell(error.message)
  }
})

// To your own server, which knows the price and sends POST /order with the token.
async function order(token) {
  const answer = await fetch('/order', { method: 'POST', body: JSON.stringify({ cart: 42, token }) })
  return answer.json()
}`}
      />
      <p>
        <strong>Make the order on your server.</strong> A public key may order from the browser, as the sample
        does, but a shopper can change an amount that is sent from there. If you do that, compare the order
        with the cart before you charge it.
      </p>
      <Meanings caption="Attributes, methods and events" rows={members} whole />
      <Meanings caption="Codes of errors" rows={codes} whole />
      <p>
        In a form the element takes part as a field: Enter submits, <code>disabled</code> fieldsets and{' '}
        <code>reset</code> count, and with a <code>name</code> its value is the last token, until the card is
        changed.
      </p>
      <Code
        caption="How it looks"
        label="Styling the card form"
        text={`kassa-card {
  color-scheme: light dark;            /* light alone, unless you say so */
  --kassa-card-font: Georgia, serif;   /* fonts of the device; yours are not loaded there */
  --kassa-card-text: #1b1b1b;
  --kassa-card-field: #ffffff;
  --kassa-card-line: #bbbbbb;
  --kassa-card-accent: #7a1f5c;
  --kassa-card-danger: #a40000;
  --kassa-card-radius: 12px;           /* in px */
}`}
      />
      <p>
        If your page has a <code>Content-Security-Policy</code>, allow {origin} in <code>script-src</code> and{' '}
        <code>frame-src</code>, and the bank’s address, here {origin}, in <code>frame-src</code> and{' '}
        <code>form-action</code>.
      </p>
    </Section>
  )
}
