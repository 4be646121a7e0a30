import { Section } from '../_parts/section'

/** Receipts, invoices and credit notes. */
export const Documents = () => (
  <Section id="documents" title="Receipts and invoices">
    <p>
      Kassa issues a document for each movement of money: a receipt or an invoice for every charge, a credit
      note for every refund. You do not have to request it. It appears within seconds under{' '}
      <code>GET /order/{'{id}'}/document</code> and never changes again, whatever happens to the account or
      the merchant.
    </p>
    <ul>
      <li>
        The customer gets an <strong>invoice</strong> if the account has a name and an address with a{' '}
        <code>city</code> and a <code>street</code> or <code>zipCode</code>, and a <strong>receipt</strong>{' '}
        otherwise. An order paid by card token gets a receipt.
      </li>
      <li>
        It lists the lines that were charged or refunded, with net, VAT and gross. The parts of an order
        always add up to the whole. The amount of an order without lines includes VAT at the rate set under
        Settings → Company.
      </li>
      <li>
        Its date of supply is the day on which a subscription payment was due, even if it was paid later. For
        other orders it is the day of the charge. A credit note has the date of supply of what it corrects.
      </li>
      <li>
        The document of a charge names the customer as of that charge; a credit note names the customer of the
        last document that it corrects. If the country or VAT number changes between two charges of an order,
        refund each charge on its own: a refund of both is reported in the country of the last charge’s
        customer.
      </li>
      <li>
        If a charge or refund fails after it was reported as done, a document of the opposite kind reverses
        its document and says that no money moved.
      </li>
      <li>
        All amounts are in the currency of the order. In the EU, Norway and the United Kingdom, the VAT must
        also be stated in the currency of the seller’s country. Enter exchange rates under Settings → Company,
        or have <code>npm run merchant -- set ID --exchange-rates</code> set them regularly. Documents then
        state the converted VAT and the rate, and their XML states the converted VAT. Without a rate, they
        state neither.
      </li>
      <li>
        Lines with 0% VAT say why: reverse charge if <code>customer.type</code> is <code>organisation</code>{' '}
        and <code>customer.vatNumber</code> is from a different EU country than the merchant. If the merchant
        sells goods (Settings → Company), such lines are intra-Community supplies instead, unless{' '}
        <code>customer.address</code> is in the merchant’s own country, and lines to addresses outside the EU
        are exports. All others have the reason that the merchant has set.
      </li>
      <li>
        The PDF of an invoice also contains it as XML (Factur-X). For businesses there is a Peppol invoice
        too, <code>GET /document/{'{id}'}.xml</code>. Peppol addresses invoices to numbers, not to e-mail
        addresses: set <code>customer.type</code> to <code>organisation</code> and give its{' '}
        <code>customer.vatNumber</code>, or in the Nordic countries, Belgium and the Netherlands its{' '}
        <code>customer.identityNumber</code>. Your own numbers come from Settings → Company. A document
        without an XML file responds with the reason.
      </li>
      <li>
        Numbers have no gaps. A live merchant’s documents wait for their number until the company details
        under Settings → Company are complete, and are then issued in order.
      </li>
    </ul>
  </Section>
)
