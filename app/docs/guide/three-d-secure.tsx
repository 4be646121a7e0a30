import { Code } from '../../_parts/code'
import { pretty } from '../_parts/pretty'
import { Section } from '../_parts/section'

const pareq = '0d6f2a0e-6f0b-4f5c-9a57-5c1f6f0f9d3b'

/** The steps of verifying a cardholder. */
export function ThreeDSecure({ base }: { base: string }) {
  const bank = `${base.replace(/\/v1$/, '')}/bank`
  const response = {
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
        Some cards require their holder to be verified before they are charged or stored. Try it with{' '}
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
          <code>details.data</code>, in an iframe, a popup or the whole window. You can add{' '}
          <code>TermUrl</code>, the address to return to, and <code>MD</code>, any data you want returned.
        </li>
        <li>
          <strong>The cardholder responds.</strong> The page shows the merchant, the amount and the card. The
          first response is final. With a <code>TermUrl</code>, the browser posts <code>PaRes</code> and{' '}
          <code>MD</code> there. Without one, the window that opened or embeds the page receives a message by{' '}
          <code>postMessage</code>.
        </li>
        <li>
          <strong>Repeat the request</strong>, unchanged, with the same token. If approved, it succeeds. If
          rejected, it is declined with <code>3ds authentication failure</code>. The bank stores the result:
          what the browser brings back only tells you to continue and is not trusted.
        </li>
      </ol>
      <p>
        An approval is valid for one token and one amount and currency, or for storing the card, until the
        token expires. It can be used once; until you get a response, you can repeat the same request. With an{' '}
        <code>Idempotency-Key</code>, you are sure to get the same response. A request with a different amount
        or currency, or one that stores a card approved for a payment, needs its own verification: it returns{' '}
        <code>verification required</code> with a new <code>pareq</code>.
      </p>
      <p>
        An account with several cards is created once all of them are verified: repeat the request, unchanged,
        after each approval. It continues with the cards that it has already stored.
      </p>
      <Code caption="1. The response" label="Verification required" language="json" text={pretty(response)} />
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
        With the simulated acquirer, a stored card that pays for an order on an account is not verified again.
        With other card services, the bank may still ask for it: such an order is declined with{' '}
        <code>3ds authentication failure</code>.
      </p>
    </Section>
  )
}
