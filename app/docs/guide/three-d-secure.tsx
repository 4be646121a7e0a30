import { Code } from '../../_parts/code'
import { pretty } from '../_parts/pretty'
import { Section } from '../_parts/section'

const pareq = '0d6f2a0e-6f0b-4f5c-9a57-5c1f6f0f9d3b'

/** How a cardholder is verified, step by step. */
export function ThreeDSecure({ base }: { base: string }) {
  const bank = `${base.replace(/\/v1$/, '')}/bank`
  const answer = {
    status: 400,
    type: 'malformed content',
    content: {
      property: 'payment.card',
      type: 'Card.Token',
      description: 'verification required',
      details: { visible: true, method: 'POST', url: bank, data: { pareq } },
    },
  }
  return (
    <Section id="three-d-secure" title="3-D Secure">
      <p>
        Some cards want their holder verified before they pay or are stored. Try it with{' '}
        <a href="#card-4000002760003184">4000002760003184</a>.
      </p>
      <ol>
        <li>
          <strong>Send the request</strong> with the card’s token, such as <a href="#createOrder">an order</a>
          . The response has status 400 and the description <code>verification required</code>. The token is
          not used up.
        </li>
        <li>
          <strong>Send the browser</strong> to <code>details.url</code> with a form that posts{' '}
          <code>details.data</code>, in an iframe, a popup or the whole window. You may add{' '}
          <code>TermUrl</code>, where to go afterwards, and <code>MD</code>, anything that you want back.
        </li>
        <li>
          <strong>The cardholder responds.</strong> The page shows the merchant, the amount and the card. The
          first response is final. With a <code>TermUrl</code> the browser posts <code>PaRes</code> and{' '}
          <code>MD</code> there. Without one, the window that opened or holds the page is told by{' '}
          <code>postMessage</code>.
        </li>
        <li>
          <strong>Repeat the request</strong>, unchanged, with the same token. Approved, it goes through;
          rejected, it is declined with <code>3ds authentication failure</code>. The outcome is kept by the
          bank: what the browser brought back is a hint to go on, and is not believed.
        </li>
      </ol>
      <p>
        An approval is valid for one token, one amount and one currency, or for storing the card, and can be
        used once. A request with another amount or currency, or one that stores a card that was approved for
        paying, needs a verification of its own: it gets <code>verification required</code> with a new{' '}
        <code>pareq</code>. The approval stays valid until the token expires, so repeat the request as often
        as you need to get a response; send an <code>Idempotency-Key</code> to be sure to get the same one.
      </p>
      <Code caption="1. The response" label="Verification required" language="json" text={pretty(answer)} />
      <Code
        caption="2. The form"
        label="Form for the browser"
        text={`<form method="post" action="${bank}">
  <input type="hidden" name="pareq" value="${pareq}">
  <input type="hidden" name="TermUrl" value="https://shop.example/paid">
  <input type="hidden" name="MD" value="cart 42">
  <button>Go to your bank</button>
</form>`}
      />
      <Code
        caption="3. Without TermUrl: listen"
        label="Listening to the bank's message"
        text={`addEventListener('message', ({ origin, data }) => {
  if (origin !== '${new URL(bank).origin}' || data.type !== 'kassa.3ds') return
  // data.status is 'approved' or 'rejected': repeat the request now
})`}
      />
      <p>
        A card that is stored and used by you later on, for an order on an account, is not verified again.
      </p>
    </Section>
  )
}
