import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Code } from '../../_parts/code'
import { Section } from '../_parts/section'

/** How customers of another system keep their cards and subscriptions. */
export const Moving = () => (
  <Section id="moving" title="Moving from another system">
    <p>
      Customers keep their cards if these are stored in the Stripe account that you connect. If another
      provider stores them, ask it to transfer them to Stripe. Nobody has to enter a card again.
    </p>
    <p>
      In the old system, end each subscription after its last payment there, so that no card is charged twice.
      Then <a href="#tokeniseCard">tokenise</a> the card by its reference, with the private key, and create
      the <a href="#createAccount">account</a> and the <a href="#createSubscription">subscription</a>, whose{' '}
      <code>start</code> is the day of the next payment. The cardholder is not asked for approval, and with{' '}
      <code>notify: false</code> nobody gets an e-mail. This program does it:
    </p>
    <Code caption="move-customers.mjs" label="A program that moves customers" text={program()} />
    <Code caption="customers.json" label="Customers to move" language="json" text={customers} />
    <p>
      <strong>The card</strong> stays with its customer at Stripe, where the old system can still use it. When
      it is no longer on any account in Kassa, Kassa removes it at Stripe. The same card twice on an account
      is one method, and one of the two is removed. If a bank later wants the cardholder to approve a payment,
      the customer gets an e-mail with a link.
    </p>
    <p>
      <strong>Earlier payments</strong> are refunded in the old system. Reconciliation notes them as those of
      another system. To go on with the numbers of your invoices, set the next ones before the first payment,
      in the dashboard under Settings → Company.
    </p>
    <p>
      <strong>Try it</strong> with a test merchant and customers in Stripe’s test mode. Then{' '}
      <a href="#moveClock">move the clock</a> beyond the first payments.
    </p>
  </Section>
)

/** Reads the file that the tests run, so that the example works. */
const program = () => readFileSync(join(process.cwd(), 'docs/move-customers.mjs'), 'utf8').trim()

const customers = `[
  {
    "number": "10042",
    "customer": {"type": "person", "name": "Jane Doe", "email": "jane@example.com"},
    "language": "en",
    "card": "pm_1QfTxY2eZvKYlo2C",
    "subscriptions": [
      {"number": "S-1", "items": 249, "currency": "SEK", "schedule": "monthly", "start": "2030-01-31"}
    ]
  }
]`
