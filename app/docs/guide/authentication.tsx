import { Code } from '../../_parts/code'
import styles from '../_parts/guide.module.css'
import type { Reference } from '../_parts/reference'
import { Section } from '../_parts/section'

const kinds = ['public', 'private', 'account'] as const

/** The kinds of key and what each may do. */
export function Authentication({ tags }: { tags: Reference['tags'] }) {
  const endpoints = tags.flatMap((tag) => tag.endpoints).filter(({ keys }) => keys.length > 0)
  return (
    <Section id="authentication" title="Authentication">
      <p>Send a key with every request. There are three kinds:</p>
      <ul>
        <li>
          <strong>Public</strong>, <code>pk_…</code>: safe to publish, for example in your shop’s pages. It
          creates card tokens, accounts and orders, adds cards to accounts, and cannot read anything.
        </li>
        <li>
          <strong>Private</strong>, <code>sk_…</code>: for your servers only. It has full access to all
          accounts, orders and documents of the merchant.
        </li>
        <li>
          <strong>Account</strong>, <code>ak_…</code>: for one customer, valid for 3 days. It can access only
          its own account, which is <code>me</code> in the path.
        </li>
      </ul>
      <p>
        Anyone can read the public key in your pages, so its permissions are limited. An account created with
        it is <strong>unconfirmed</strong>: its customer cannot request a login link until your server changes
        the account or orders on it with the private key, or someone confirms it in the dashboard. A public
        key that pays by account uses the first card that was added with a public or private key, never one
        that the customer added on the account page. A <code>callback</code> set with a public key must be at
        a host that you allow in the dashboard under Settings → Security.
      </p>
      <Code label="Authorization header" text="Authorization: Bearer sk_test_…" />
      <p>
        The prefix is followed by <code>test</code> or <code>live</code>. Requests without a valid key return
        401; requests that the key does not permit return 403. A revoked key stops working immediately.
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
