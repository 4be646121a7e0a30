'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { nameOfAccount } from '@/server/model/account-name'
import { useTRPC } from '../../../_parts/calls'
import { Chip } from '../../../_parts/chip'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'

const alike = { email: 'e-mail address', identityNumber: 'identity number', card: 'card' } as const

/** Other accounts that may be the same person's; renders nothing if there are none. */
export function Duplicates({ id }: { id: string }) {
  const { base } = useMerchant()
  const { data } = useQuery(useTRPC().account.duplicates.queryOptions({ id }))
  if (!data || data.duplicates.length === 0) return null
  const { duplicates, isMore } = data
  return (
    <section aria-label="Possible duplicates" className={styles.next}>
      <p>
        {duplicates.length === 1
          ? 'Another account'
          : `${isMore ? 'More than ' : ''}${duplicates.length} other accounts`}{' '}
        may belong to the same customer.
      </p>
      <ul className={styles.alike}>
        {duplicates.map(({ account, same }) => (
          <li key={account.id}>
            <Link href={`${base}/accounts/${account.id}`} prefetch={false}>
              {nameOfAccount(account)}
            </Link>
            <Chip state={account.status} />
            <span>same {new Intl.ListFormat('en-GB').format(same.map((each) => alike[each]))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
