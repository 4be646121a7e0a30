'use client'

import { Button } from '@mantine/core'
import Link from 'next/link'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { StateChips } from '../../_parts/chips'
import { useToday } from '../../_parts/day'
import { onDay } from '../../_parts/words'
import own from '../_parts/accounts.module.css'
import type { AccountShown } from './_parts/loaded'

/** The subscriptions of an account, and a link to add one. */
export function Subscriptions({ account }: { account: AccountShown }) {
  const { base, may } = useMerchant()
  return (
    <section aria-labelledby="subscriptions">
      <h2 id="subscriptions">Subscriptions</h2>
      {account.subscriptions.length === 0 && <p className={styles.soft}>No subscriptions.</p>}
      <ul className={styles.lines}>
        {account.subscriptions.map((subscription) => (
          <Row key={subscription.id} account={account} subscription={subscription} />
        ))}
      </ul>
      {may('support') && (
        <p className={own.more}>
          <Button
            component={Link}
            href={`${base}/accounts/${account.id}/subscribe`}
            prefetch={false}
            variant="default"
          >
            Add subscription
          </Button>
        </p>
      )}
    </section>
  )
}

function Row({
  account,
  subscription,
}: {
  account: AccountShown
  subscription: AccountShown['subscriptions'][number]
}) {
  const { base, money } = useMerchant()
  const today = useToday()
  const { id, what, currency, amount, words, due, end, ended, states } = subscription
  const next =
    ended !== null
      ? end && `, ended ${onDay(end, today)}`
      : due && account.status !== 'suspended' && `, next payment ${onDay(due, today)}`
  return (
    <li>
      <div>
        <Link href={`${base}/subscriptions/${account.id}/${id}`} prefetch={false}>
          {what}
        </Link>
        <span className={styles.soft}>
          {words}
          {next}
        </span>
      </div>
      <StateChips states={states} />
      <span className={styles.amount}>{money(amount, currency)}</span>
    </li>
  )
}
