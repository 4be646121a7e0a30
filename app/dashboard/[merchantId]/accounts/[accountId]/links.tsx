'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import styles from '../../../_parts/detail.module.css'
import { Failed } from '../../../_parts/face'
import { Moment } from '../../../_parts/facts'
import list from '../../../_parts/list.module.css'
import { useMerchant } from '../../../_parts/merchant'
import own from '../_parts/accounts.module.css'

const colours = { open: 'ordered', used: 'charged', expired: 'expired' } as const

/** The login links sent to the customer, with their status. */
export function Links({ id }: { id: string }) {
  const trpc = useTRPC()
  const { when } = useMerchant()
  const { data: links, error, refetch } = useQuery(trpc.account.links.queryOptions({ id }))
  return (
    <section aria-labelledby="links">
      <h2 id="links">Login links</h2>
      {error && !links && <Failed what="Login links" error={error} retry={() => refetch()} />}
      {!error && !links && <Skeleton height={40} role="status" aria-label="Loading login links" />}
      {links?.length === 0 && <p className={styles.soft}>No login links yet.</p>}
      <ul className={styles.lines}>
        {links?.map((link) => (
          <li key={link.id} className={own.item}>
            <div>
              <span>{link.contact}</span>
              <span className={styles.soft}>
                <Moment at={link.created} />
                {link.used && `, used ${when(link.used)}`}
                {link.state === 'open' && `, valid until ${when(link.expires)}`}
              </span>
            </div>
            <span className={list.state} data-state={colours[link.state]}>
              {link.state}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
