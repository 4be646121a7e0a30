'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { Moment } from '../../_parts/detail'
import { useMerchant } from '../../_parts/merchant'
import { useToday } from '../../_parts/use-today'
import { AskForCard } from './ask-for-card'
import { attemptSources, failureInWords, nextAttemptInWords } from './attempt-words'
import styles from './attempts.module.css'
import { OrderName } from './order-name-cell'

/** The latest failed attempts of an account or an order, with the reason, and what to do. Nothing if there are none. */
export function Attempts({ of }: { of: { account: string } | { order: string } }) {
  const trpc = useTRPC()
  const { base, money, may } = useMerchant()
  const today = useToday()
  const { data } = useQuery(trpc.attempt.list.queryOptions(of))
  if (!data || data.attempts.length === 0) return null
  const shown = data.attempts.slice(0, max)
  return (
    <>
      <ul className={styles.attempts}>
        {shown.map((attempt, place) => (
          <li key={attempt.id}>
            <strong>{failureInWords(attempt, money)}</strong>
            <span className={styles.about}>
              <Moment at={attempt.created} /> {attempt.source && ` · ${attemptSources[attempt.source]}`}
              {attempt.card && ` · •••• ${attempt.card.last4}`}
              {'account' in of && attempt.hasOrder && (
                <>
                  {' · '}
                  <Link href={`${base}/orders/${attempt.orderId}`} prefetch={false}>
                    {attempt.order ? <OrderName order={attempt.order} /> : attempt.orderId}
                  </Link>
                </>
              )}
            </span>
            {/* What to do concerns the latest failure. */}
            {place === 0 && (
              <>
                <p>
                  {attempt.reason} {nextAttemptInWords(attempt, today)}
                </p>
                {attempt.asksForCard && attempt.accountId && may('support') && (
                  <AskForCard accountId={attempt.accountId} size="compact-sm" />
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {(data.attempts.length > max || data.next) && (
        <Link href={`${base}/attempts?${new URLSearchParams(of)}`}>All failed attempts</Link>
      )}
    </>
  )
}

/** How many attempts are shown. */
const max = 5
