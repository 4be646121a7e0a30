'use client'

import { Button } from '@mantine/core'
import Link from 'next/link'
import { runningFirst } from '@/server/model/subscription/running-first'
import { Amount } from '../../../_parts/amount'
import { Chips } from '../../../_parts/chip'
import { Section } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { useToday } from '../../../_parts/use-today'
import type { AccountDetail } from '../../_parts/loaded-account'
import { aheadInWords } from './ahead-in-words'

/** How many subscriptions are listed. */
const listed = 20

/** The first subscriptions of an account, a link to the others, and a link to add one. */
export function Subscriptions({ account }: { account: AccountDetail }) {
  const { base, number, money, may } = useMerchant()
  const today = useToday()
  const { length } = account.subscriptions
  const isPaused = account.status === 'suspended'
  return (
    <Section title="Subscriptions">
      {length === 0 && <p className={styles.soft}>No subscriptions.</p>}
      <ul className={styles.lines}>
        {runningFirst(account.subscriptions)
          .slice(0, listed)
          .map((subscription) => (
            <li key={subscription.id}>
              <div>
                <Link href={`${base}/subscriptions/${account.id}/${subscription.id}`} prefetch={false}>
                  {subscription.what}
                </Link>
                <span className={styles.soft}>
                  {subscription.words}
                  {aheadInWords(subscription, { isPaused, money, today })}
                </span>
              </div>
              <Chips states={subscription.states} />
              <span className={styles.amount}>
                <Amount of={subscription} />
              </span>
            </li>
          ))}
      </ul>
      {length > listed && (
        <p>
          <Link href={`${base}/subscriptions?account=${account.id}`} prefetch={false}>
            All {number(length)} subscriptions
          </Link>
        </p>
      )}
      {may('support') && !account.erased && (
        <Button
          component={Link}
          href={`${base}/accounts/${account.id}/subscribe`}
          prefetch={false}
          variant="default"
          mt={12}
        >
          Add subscription
        </Button>
      )}
    </Section>
  )
}
