import { Code } from '../../_parts/code'
import styles from '../_parts/guide.module.css'
import type { Reference } from '../_parts/reference'
import { Section } from '../_parts/section'

const kinds = ['public', 'private', 'account'] as const

/** The kinds of key, and what each may do. */
export function Authentication({ tags }: { tags: Reference['tags'] }) {
  const endpoints = tags.flatMap((tag) => tag.endpoints).filter(({ keys }) => keys.length > 0)
  return (
    <Section id="authentication" title="Authentication">
      <p>Every request carries a key. There are three kinds:</p>
      <ul>
        <li>
          <strong>Public</strong>, <code>pk_…</code>: may be seen by anybody, such as in your shop’s pages. It
          makes card tokens, accounts and orders, and reads nothing.
        </li>
        <li>
          <strong>Private</strong>, <code>sk_…</code>: for your servers only. It may do everything, on all
          accounts.
        </li>
        <li>
          <strong>Account</strong>, <code>ak_…</code>: for one customer, for 3 days. It acts on its own
          account, which is <code>me</code> in the path.
        </li>
      </ul>
      <p>
        Anyone can read a public key in your pages, so what it may do is limited. An account that it creates
        is <strong>unconfirmed</strong>: its customer cannot request a login link until your server changes
        the account with the private key, orders by it, or someone confirms it in the dashboard. When it pays
        by account, it uses the first card that was added with a public or private key, never one that the
        customer added on the account page. A <code>callback</code> that it sets must be at a host that you
        allow in the dashboard, under Settings, Security.
      </p>
      <Code label="Authorization header" text="Authorization: Bearer sk_test_…" />
      <p>
        After the prefix a key says <code>test</code> or <code>live</code>. Without a valid key the answer is
        401, with a key of the wrong kind 403. A revoked key stops working at once.
      </p>
      <table className={styles.table}>
        <caption>What each kind of key may do</caption>
        <thead>
          <tr>
            <th scope="col">Request</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col" className={styles.tick}>
                {kind}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {endpoints.map(({ id, summary, keys }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`#${id}`}>{summary}</a>
              </th>
              {kinds.map((kind) => (
                <td key={kind} className={keys.includes(kind) ? styles.yes : styles.no}>
                  {keys.includes(kind) ? 'yes' : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
