import { Code } from '../../_parts/code'
import { Section } from '../_parts/section'

export function Amounts() {
  return (
    <Section id="amounts" title="Amounts">
      <p>
        An amount is a number in the <strong>major unit</strong> of its currency: <code>13.37</code> is
        thirteen kronor and thirty-seven öre. It cannot have more decimals than the currency allows:{' '}
        <code>13.375</code> SEK and <code>13.5</code> JPY are refused, not rounded. Currencies are ISO 4217
        codes.
      </p>
      <p>
        An order has an amount or lines. The <code>price</code> of a line is per unit, excluding VAT, with up
        to six decimals; <code>vat</code> is a percentage on top. A line costs{' '}
        <code>quantity × price × (1 + vat / 100)</code>, rounded half away from zero to the smallest unit.
        Partial charges and refunds of a line always add up to the line’s total.
      </p>
    </Section>
  )
}

export function Idempotency() {
  return (
    <Section id="idempotency" title="Idempotency">
      <p>
        Send your own <code>Idempotency-Key</code> with every request that changes something: 1 to 255
        characters, for example a UUID. You can then repeat the request safely after a time-out or an error.
        For 7 days, the same request with the same key returns the first final response, marked{' '}
        <code>Idempotent-Replayed: true</code>, and nothing is done twice.
      </p>
      <Code label="Idempotency-Key header" text="Idempotency-Key: 7f1c2f5e-2a55-4c0b-9d8b-0f7f6a4f5a10" />
      <p>
        A response of 500 or above is never final: repeat the request <strong>with the same key</strong>, and
        it completes what the first attempt started. In a request for several orders, this applies to each
        entry. Responses with <code>Retry-After</code> and “verification required” are not final either.
      </p>
      <p>
        Using the same key for a different request returns 409. Repeating a request while the first one is
        still running also returns 409, with <code>Retry-After</code>. With a public key, which all your
        shoppers share, a different request with the same key is treated as a new request, and the only error
        that is stored is a declined card. A request that failed validation or authentication stores nothing.
      </p>
    </Section>
  )
}

export function Paging({ base }: { base: string }) {
  return (
    <Section id="paging" title="Paging">
      <p>
        A list is a plain array, newest first, with at most <code>limit</code> entries: 100 by default, at
        most 1,000. A page also ends at about 2 MB, and after a filter has checked 10,000 entries, so it can
        have fewer entries than <code>limit</code> even if there are more. If there are, the <code>Link</code>{' '}
        header contains the URL of the next page. Use it unchanged: the cursor in it is opaque. It does not
        expire.
      </p>
      <Code label="Link header" text={`Link: <${base}/order?limit=100&after=MTc3NDk2…>; rel="next"`} />
    </Section>
  )
}

export function Languages() {
  return (
    <Section id="languages" title="Languages">
      <p>
        Customers get mail and documents in English (<code>en</code>), Swedish (<code>sv</code>) or German (
        <code>de</code>). Set the <code>language</code> of an account when you create it, or later with{' '}
        <code>PUT /account/{'{accountId}'}/language</code>. Without it, Kassa uses the language that the
        customer chose on the account page, otherwise the merchant’s. Mail keeps the language in which it was
        written.
      </p>
      <p>
        In the dashboard, Settings → Mail shows every e-mail in each language. You can change its subject,
        greeting and closing there.
      </p>
    </Section>
  )
}

export function Limits() {
  return (
    <Section id="limits" title="Limits">
      <ul>
        <li>
          A request body: <strong>1 MiB</strong>, with a public key <strong>64 KiB</strong>. A larger one
          returns 413.
        </li>
        <li>
          Nesting in a request body: at most <strong>32</strong> levels of lists and objects.
        </li>
        <li>
          Request line and headers: <strong>16 KiB</strong>; more returns 431. A request that takes longer
          than 60 seconds to arrive returns 408.
        </li>
        <li>
          An order: <strong>500 lines</strong> and <strong>10,000 whole units</strong>.
        </li>
        <li>
          A request for several orders: <strong>1,000 orders</strong>, with <strong>100 events</strong> for
          each and <strong>2,000 events</strong> in total.
        </li>
        <li>
          Texts: 1 to <strong>500 characters</strong>. Leave out an optional text instead of sending an empty
          one. URLs: 2,000.
        </li>
        <li>A card token: one use, within 60 minutes. An account key: 3 days.</li>
        <li>
          A page of a list: about <strong>2 MB</strong>.
        </li>
        <li>
          With public and account keys: <strong>60 card tokens a minute</strong> and{' '}
          <strong>40 declined cards an hour</strong> from one source address, and higher limits for a key and
          for the whole shop. Payments that need the cardholder’s approval have the same limits as card
          tokens, and are counted separately. With a public key: <strong>600 new accounts</strong> an hour
          from one source address, and <strong>600 orders</strong> an hour on one account. Above a limit the
          response is 429 with <code>Retry-After</code>, in seconds. A merchant can change these limits.
        </li>
        <li>
          Login links: 5 an hour for an account; with an account key also 5 an hour for an e-mail address.
        </li>
      </ul>
      <p>
        Every response has an <code>X-Request-Id</code> header: your own if you sent one (up to 128
        characters, without a card number), otherwise a new one. Log it: it identifies the request in the
        service’s own log. Browsers can call the API from any origin.
      </p>
      <p>
        Send card numbers to <code>POST /card</code> only. A test card number in any other field is refused,
        and anything that looks like a card number is hidden in errors and in the request log.
      </p>
    </Section>
  )
}
