import { Code } from '../../_parts/code'
import { Section } from '../_parts/section'

export function Amounts() {
  return (
    <Section id="amounts" title="Amounts">
      <p>
        An amount is a number in the <strong>major unit</strong> of its currency: <code>13.37</code> is
        thirteen kronor and thirty-seven öre. It may not be finer than the smallest unit of the currency:{' '}
        <code>13.375</code> SEK and <code>13.5</code> JPY are refused, not rounded. Currencies are ISO 4217
        codes.
      </p>
      <p>
        An order is made with an amount, or with lines. The <code>price</code> of a line is per unit and
        without VAT, with up to six decimals; <code>vat</code> is a percentage on top. A line costs{' '}
        <code>quantity × price × (1 + vat / 100)</code>, rounded half away from zero to the smallest unit.
        Parts of a line that are charged or refunded one after the other always add up to the whole.
      </p>
    </Section>
  )
}

export function Idempotency() {
  return (
    <Section id="idempotency" title="Idempotency">
      <p>
        Give every request that changes something an <code>Idempotency-Key</code> of your own, 1 to 255
        characters, a UUID for example. Then you can repeat it safely after a time-out or an error. For 7 days
        the same request with the same key returns the first final response, marked{' '}
        <code>Idempotent-Replayed: true</code>, and nothing is done a second time.
      </p>
      <Code label="Idempotency-Key header" text="Idempotency-Key: 7f1c2f5e-2a55-4c0b-9d8b-0f7f6a4f5a10" />
      <p>
        A response of 500 or above is never final: repeat the request <strong>with the same key</strong>, and
        it completes what the first attempt began. In a change to several orders this holds for each entry.
        Responses with <code>Retry-After</code> and “verification required” are not final either.
      </p>
      <p>
        The same key with another request is a 409, and so is a repetition while the first request is still
        running, with <code>Retry-After</code>. Under a public key, which all your shoppers share, another
        request with the same key is simply another request. A request that failed validation or
        authentication stores nothing.
      </p>
    </Section>
  )
}

export function Paging({ base }: { base: string }) {
  return (
    <Section id="paging" title="Paging">
      <p>
        A list is a plain array, newest first, of at most <code>limit</code> entries: 100 unless you say
        otherwise, 1,000 at most. A page also ends at about 2 MB, so it may have fewer entries than{' '}
        <code>limit</code> although there are more. When there is more, the address of the next page is in the{' '}
        <code>Link</code> header. Follow it as it is; the cursor in it means nothing to anybody else, and
        lasts.
      </p>
      <Code label="Link header" text={`Link: <${base}/order?limit=100&after=MTc3NDk2…>; rel="next"`} />
    </Section>
  )
}

export function Limits() {
  return (
    <Section id="limits" title="Limits">
      <ul>
        <li>
          A body: <strong>1 MiB</strong>, with a public key <strong>64 kB</strong>; a larger one gets 413.
        </li>
        <li>
          The content of a body: at most <strong>32</strong> lists or objects inside one another.
        </li>
        <li>
          An address and its headers together: <strong>16 KiB</strong>; more is refused with 431. A request
          that takes longer than 60 seconds to arrive is refused with 408.
        </li>
        <li>
          An order: <strong>500 lines</strong> and <strong>10,000 whole units</strong>.
        </li>
        <li>
          A change to several orders: <strong>1,000 orders</strong>.
        </li>
        <li>Texts: 500 characters. Addresses on the web: 2,000.</li>
        <li>A card token: one use, within 60 minutes. An account key: 3 days.</li>
        <li>
          A page of a list: about <strong>2 MB</strong>.
        </li>
        <li>
          With public and account keys: <strong>60 card tokens a minute</strong> and{' '}
          <strong>40 declined cards an hour</strong> from one source address, and higher limits for a key and
          for the whole shop. Above them the response is 429 with <code>Retry-After</code>, in seconds. A
          merchant can change these limits.
        </li>
        <li>
          Login links: 5 an hour for an account; with an account key also 5 an hour for an e-mail address.
        </li>
      </ul>
      <p>
        Every answer carries an <code>X-Request-Id</code>: your own if you sent one (up to 128 characters,
        without a card number), else a new one. Keep it with what you log; with it the request can be found in
        the service’s own log. Browsers of any origin may call the interface.
      </p>
      <p>
        Card numbers go to <code>POST /card</code> only. A test card number in any other field is refused, and
        what looks like a card number is hidden in errors and in the request log.
      </p>
    </Section>
  )
}
