import { Section } from '../_parts/section'

/** What to do when a customer wants personal data to be erased. */
export const PersonalData = () => (
  <Section id="personal-data" title="Personal data">
    <p>
      When a customer asks you to erase what you know about them, erase the account: in the dashboard at the
      end of its page, or with <a href="#eraseAccount">POST /account/{'{id}'}/erasure</a>. Admins and owners
      can, and private keys. It cannot be undone.
    </p>
    <p>
      <strong>First</strong> end the subscriptions, charge or cancel what is reserved, and settle or cancel
      what is unpaid. An open dispute has to be decided, because its evidence may need the data. Until then
      the response is 409, and <code>content.description</code> says what is left to do.
    </p>
    <p>
      <strong>What stays.</strong> Bookkeeping laws require you to keep orders, payments, documents and the
      journal. Numbers of accounts, orders and subscriptions and the names of lines stay with them, so keep
      names and addresses out of these. The account stays, too, with its id and the time in{' '}
      <code>erased</code>: nothing can be added to it. If the customer comes back, create another account.
    </p>
    <p>
      <strong>Elsewhere.</strong> Kassa also removes the cards at the card service. It cannot erase what your
      own systems got in responses and callbacks, what is in backups, and orders that were paid with the token
      of a card, which belong to no account.
    </p>
  </Section>
)
