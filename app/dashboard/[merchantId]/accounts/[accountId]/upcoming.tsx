'use client'

import Link from 'next/link'
import { Section } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { NearDay } from '../../_parts/day'
import type { AccountDetail } from '../../_parts/loaded-account'

/** The next payments of an account; renders nothing if there are none. */
export function Upcoming({ account: { id, upcoming } }: { account: AccountDetail }) {
  const { base, price } = useMerchant()
  if (upcoming.length === 0) return null
  return (
    <Section title="Upcoming payments">
      <ol className={styles.facts}>
        {upcoming.map(({ date, amount, currency, subscription, what }) => (
          <li key={`${subscription} ${date}`}>
            <span>
              <NearDay day={date} />{' '}
              <Link href={`${base}/subscriptions/${id}/${subscription}`} prefetch={false}>
                {what}
              </Link>
            </span>
            <span className={styles.amount}>{price(amount, currency)}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
