import { Code } from '../../_parts/code'
import { Section } from '../_parts/section'
import { Meanings } from './meanings'

const members = [
  ['public-key', 'Attribute: your public key, pk_… Never use a private key.'],
  ['locale', 'Attribute: en, sv or de. Defaults to the language of the page, then English.'],
  [
    'tokenize()',
    'Resolves to { token, scheme, iin, last4, expires, created, validUntil }. Rejects with an error that has a code for you and a message for the shopper. The form already shows errors next to its fields.',
  ],
  [
    'verify(response)',
    'Shows the bank’s page in a dialog, for a “verification required” response. Resolves to approved or rejected; then repeat the order. Rejects if the dialog is closed.',
  ],
  ['reset()', 'Clears the form.'],
  ['ready', 'Event: the form is ready for input.'],
  ['change', 'Event, with detail { complete, scheme }: whether the card looks complete, and its scheme.'],
  [
    'error',
    'Event, with detail { code, message }: the form cannot accept cards. See the console for the reason.',
  ],
] as const

const codes = [
  ['invalid card', 'A field is wrong or empty. The form already shows the error.'],
  ['no answer', 'The card could not be checked. Try again.'],
  ['not verified', 'The bank’s dialog was closed without a result. Nothing was paid.'],
  ['public key', 'The key is unknown, revoked or not public.'],
  ['card service', 'The merchant’s account at its card service is not connected.'],
  ['unreachable', 'The form could not be loaded.'],
  ['gone', 'The element was removed from the page, or its attributes were changed.'],
] as const

/** How shops accept cards in their own pages. */
export function CardForm({ base, demoFile }: { base: string; demoFile: string | undefined }) {
  const { origin } = new URL(base)
  return (
    <Section id="card-form" title="Card form">
      <p>
        <code>{'<kassa-card>'}</code> is an element for your own checkout. It shows the card fields in an
        iframe from this installation and gives your page a one-time token, so that card numbers never touch
        your page.
        {demoFile !== undefined && (
          <>
            {' '}
            <a href="/demo/checkout">The sample checkout</a> uses it.
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
        caption="Script"
        label="Paying with the card form"
        text={`const form = document.querySelector('#checkout')
const card = form.querySelector('kassa-card')
const button = form.querySelector('button')
const show = (text) => { form.querySelector('[role=alert]').textContent = text }
let open   // what was sent without a final response

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (button.disabled) return
  button.disabled = true
  show('')
  try {
    const attempt = open ?? { token: (await card.tokenize()).token, key: crypto.randomUUID() }
    let response = await order(attempt)
    if (response.content?.description === 'verification required') {
      await card.verify(response)
      response = await order(attempt)
    }
    if (response.id) return location.assign('/thanks')   // the button stays disabled
    if (response.content?.details?.code) show('The card was declined. Use another card.')
    else show('Nothing was paid. Try again later.')
  } catch (error) {
    if (error.code !== 'invalid card') show(error.message)
  }
  button.disabled = false
})

// Calls your own server, which knows the price, and sends POST /order with the token and the key as its
// Idempotency-Key. It responds as Kassa does.
async function order(attempt) {
  open = attempt
  const sent = { method: 'POST', body: JSON.stringify({ cart: 42, ...attempt }) }
  const response = await fetch('/order', sent).catch(() => undefined)
  const body = await response?.json().catch(() => undefined)
  if (!body || response.status === 409 || response.status >= 500) {
    throw new Error(
      'We do not know yet whether you paid. Press the button again: you will be charged only once.',
    )
  }
  open = undefined
  return body
}`}
      />
      <p>
        <strong>If there is no final response, repeat the same request.</strong> After a 409, a 5xx or a lost
        connection, the order may exist. The same token with the same <code>Idempotency-Key</code> creates it
        once; another card would create a second order.
      </p>
      <p>
        <strong>Create the order on your server.</strong> You can create orders from the browser with a public
        key, as the sample does, but a shopper can change an amount sent from there. If you do that, compare
        the order with the cart before you charge it.
      </p>
      <Meanings caption="Attributes, methods and events" rows={members} whole />
      <Meanings caption="Error codes" rows={codes} whole />
      <p>
        In a form, the element behaves like a field: Enter submits the form, <code>disabled</code> fieldsets
        and <code>reset</code> work as usual, and if it has a <code>name</code>, its value is the latest token
        until the card changes.
      </p>
      <Code
        caption="Styling"
        label="Styling the card form"
        text={`kassa-card {
  color-scheme: light dark;            /* light only by default */
  --kassa-card-font: Georgia, serif;   /* system fonts only; web fonts are not loaded */
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
