'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { Chip } from '../../../_parts/chip'
import { Moment, Section } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { QueryState } from '../../../_parts/query-state'
import own from '../_parts/accounts.module.css'

/** The login links sent to the customer, with their status. */
export function Links({ id }: { id: string }) {
  const trpc = useTRPC()
  const { when } = useMerchant()
  const query = useQuery(trpc.account.links.queryOptions({ id }))
  return (
    <Section title="Login links">
      <QueryState what="Login links" query={query} loading={40}>
        {(links) => (
          <>
            {links.length === 0 && <p className={styles.soft}>No login links yet.</p>}
            <ul className={styles.lines}>
              {links.map(({ id: linkId, contact, created, used, state, expires }) => (
                <li key={linkId} className={own.item}>
                  <div>
                    <span>{contact}</span>
                    <span className={styles.soft}>
                      <Moment at={created} />
                      {used && `, used ${when(used)}`}
                      {state === 'open' && `, valid until ${when(expires)}`}
                    </span>
                  </div>
                  <Chip state={state} />
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryState>
    </Section>
  )
}
