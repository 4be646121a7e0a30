'use client'

import { Button, Group } from '@mantine/core'
import Link from 'next/link'
import { datesFrom } from '@/server/model/subscription/dates'
import styles from '../../../../_parts/detail.module.css'
import { useMerchant } from '../../../../_parts/merchant'
import { StateChips } from '../../../_parts/chips'
import { Dates } from '../../../_parts/dates'
import { useToday } from '../../../_parts/day'
import { sumInWords } from '../../../_parts/money'
import parts from '../../../_parts/parts.module.css'
import { nextInWords } from '../../../_parts/words'
import { Loaded, type SubscriptionShown } from './_parts/loaded'
import { End } from './end'
import { SubscriptionFacts } from './facts'
import { GoOn } from './go-on'
import { History } from './history'
import { Lines } from './lines'
import { PayNow } from './pay-now'

const datesShown = 12

/** A subscription's page. */
export const Subscription = ({ account, id }: { account: string; id: string }) => (
  <Loaded account={account} id={id}>
    {(subscription) => <Whole subscription={subscription} />}
  </Loaded>
)

function Whole({ subscription }: { subscription: SubscriptionShown }) {
  const { base, money } = useMerchant()
  const { account, what, number, states, amount, currency, words } = subscription
  return (
    <>
      <p className={styles.up}>
        <Link href={`${base}/subscriptions`}>Subscriptions</Link>
      </p>
      <header className={styles.head}>
        <div>
          <h1>{what}</h1>
          <p className={styles.name}>
            <span>
              {money(amount, currency)} {words}
            </span>
            {number !== null && number !== what && <span>Number {number}</span>}
            <StateChips states={states} />
          </p>
        </div>
        <Actions subscription={subscription} />
      </header>
      <Next subscription={subscription} />
      <div className={styles.columns}>
        <div>
          {subscription.lines && <Lines lines={subscription.lines} currency={currency} />}
          <NextDates subscription={subscription} />
          <History account={account.id} id={subscription.id} />
        </div>
        <SubscriptionFacts subscription={subscription} />
      </div>
    </>
  )
}

function Actions({ subscription }: { subscription: SubscriptionShown }) {
  const { base, may } = useMerchant()
  const { account, id, unpaid, ended, end } = subscription
  if (!may('support')) return null
  return (
    <Group gap={8}>
      {unpaid.length > 0 && <PayNow subscription={subscription} />}
      <Button
        component={Link}
        href={`${base}/subscriptions/${account.id}/${id}/change`}
        prefetch={false}
        variant="default"
      >
        Change
      </Button>
      {ended === null && end !== null && <GoOn subscription={subscription} />}
      {ended === null && <End subscription={subscription} />}
    </Group>
  )
}

function Next({ subscription }: { subscription: SubscriptionShown }) {
  const { money } = useMerchant()
  const today = useToday()
  const { account, amount, currency, ended, unpaid } = subscription
  const sentence = nextInWords(
    {
      ...subscription,
      isOver: ended !== null,
      isSuspended: account.status === 'suspended',
      price: money(amount, currency),
      unpaid: sumInWords(unpaid, money),
      retryOn: unpaid.flatMap(({ retryOn }) => retryOn ?? []).sort()[0] ?? null,
    },
    today,
  )
  const isCardless = ended === null && !account.card
  return (
    <p className={parts.next} data-wrong={unpaid.length > 0 || isCardless || undefined}>
      {sentence}
      {isCardless && ' The account has no card: payments will fail until one is added.'}
    </p>
  )
}

function NextDates({ subscription }: { subscription: SubscriptionShown }) {
  const { schedule, start, end, due, amount, currency, account } = subscription
  if (due === null || account.status === 'suspended') return null
  const dates = datesFrom({ schedule, start, end: end ?? undefined }, due, datesShown)
  return (
    <section aria-labelledby="dates">
      <h2 id="dates">{dates.length === 1 ? 'Last payment' : `Next ${dates.length} payments`}</h2>
      <Dates dates={dates} amount={amount} currency={currency} />
    </section>
  )
}
