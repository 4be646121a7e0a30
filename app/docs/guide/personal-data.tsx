import { Section } from '../_parts/section'

/** What to do when a customer wants personal data to be erased. */
export const PersonalData = () => (
  <Section id="personal-data" title="Personal data">
    <p>
      When a customer asks you to erase what you know about them, erase the account: in the dashboard at the
      end of its page, or with <a href="#eraseAccount">POST /account/{'{id}'}/erasure</a>. Admins, owners and
      private keys can do this. It cannot be undone.
    </p>
    <p>
      <strong>First</strong> end the subscriptions, charge or cancel authorised amounts, and collect or cancel
      unpaid orders. An open dispute must be decided first, because its evidence may need the data. Until then
      the response is 409, and <code>content.description</code> says what is left to do.
    </p>
    <p>
      <strong>What stays.</strong> Bookkeeping laws require you to keep orders, payments, documents and the
      journal. Numbers of accounts, orders and subscriptions, and the names of lines, stay with them, so keep
      customers’ names and addresses out of these. The account stays too, with its id and the time in{' '}
      <code>erased</code>: nothing can be added to it. To erase metadata, tags and notes added to its orders
      later, send the request again. If the customer comes back, create another account.
    </p>
    <p>
      <strong>Orders paid with a card token</strong> belong to no account. Erase such an order at the end of
      its page in the dashboard, or with <a href="#eraseOrder">POST /order/{'{id}'}/erasure</a>. Its IP
      address and browser, metadata, tags and notes are erased. It can still be refunded.
    </p>
    <p>
      <strong>Outside Kassa.</strong> Kassa also removes the cards at the card service. It cannot erase what
      your own systems received in responses and callbacks, what is in backups, or the metadata, IP address
      and browser of a refused order with a card token.
    </p>
  </Section>
)
