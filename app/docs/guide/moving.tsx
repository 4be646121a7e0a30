import { Code } from '../../_parts/code'
import { Section } from '../_parts/section'

/** How customers of another system keep their cards and subscriptions. */
export const Moving = ({ base }: { base: string }) => (
  <Section id="moving" title="Moving from another system">
    <p>
      Customers keep their cards if these are stored in the Stripe account that you connect. Stripe takes over
      cards from most other providers if you ask both. Nobody has to enter a card again.
    </p>
    <ol>
      <li>
        End the subscription in the old system, after its last payment there and before the next one. No card
        is then charged twice.
      </li>
      <li>
        Look for the account by its <a href="#listAccounts">number</a>, and go on only if there is none. Your
        program can then be stopped and started again.
      </li>
      <li>
        <a href="#tokeniseCard">Tokenise the card</a> by its reference, with the private key.
      </li>
      <li>
        <a href="#createAccount">Create the account</a>. The cardholder is not asked for approval, and nobody
        gets an e-mail.
      </li>
      <li>
        <a href="#createSubscription">Create the subscription</a> with the day of the next payment as its{' '}
        <code>start</code>, and with <code>notify: false</code>: for the customer, it does not start now. A
        key for <a href="#idempotency">idempotency</a>, such as its number, prevents a second one.
      </li>
    </ol>
    <Code label="Moving one customer" language="shell" text={oneCustomer(base)} />
    <p>
      <strong>The card</strong> stays with its customer at Stripe, and the old system can still use it. Once
      it is no longer on any account in Kassa, Kassa removes it at Stripe. The same card twice on an account
      is one method, so only one of the two stays. If a bank wants the cardholder to approve a payment, the
      customer gets an e-mail with a link.
    </p>
    <p>
      <strong>Earlier payments</strong> stay in the old system: refund them there. Reconciliation notes them
      as those of another system. To go on with the numbers of your invoices, set the next ones in the
      dashboard, under Settings → Company, before the first payment.
    </p>
    <p>
      <strong>Try it</strong> with a test merchant, a key of Stripe’s test mode and test customers there.{' '}
      <a href="#previewSubscription">Preview</a> a few subscriptions, and{' '}
      <a href="#recurring-billing">move the clock</a> beyond their first payment.
    </p>
  </Section>
)

const oneCustomer = (base: string) => `send() {
  curl -s ${base}$1 -H "Authorization: Bearer $PRIVATE_KEY" -H 'Content-Type: application/json' "\${@:2}"
}
valueOf() { node -p "JSON.parse(fs.readFileSync(0)).$1"; }

[ "$(send '/account?number=10042')" = '[]' ] || exit
CARD=$(send /card -d '{"reference": "pm_1QfTxY2eZvKYlo2C"}' | valueOf token)
ACCOUNT=$(send /account -d '{
  "number": "10042",
  "customer": {"type": "person", "name": "Jane Doe", "email": "jane@example.com"},
  "method": [{"type": "token", "card": "'$CARD'"}]
}' | valueOf id)
send /account/$ACCOUNT/subscription -H 'Idempotency-Key: S-1' -d '{
  "number": "S-1",
  "items": 249,
  "currency": "SEK",
  "schedule": "monthly",
  "start": "2030-01-31",
  "notify": false
}'`
