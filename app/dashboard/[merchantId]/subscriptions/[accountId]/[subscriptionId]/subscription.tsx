'use client'

import { Button, Group } from '@mantine/core'
import Link from 'next/link'
import { schemeName } from '@/server/model/card/scheme-name'
import { datesFrom } from '@/server/model/subscription/dates'
import { Chips } from '../../../../_parts/chip'
import { Copied } from '../../../../_parts/copied'
import { DetailHead, Facts, Moment, Section } from '../../../../_parts/detail'
import styles from '../../../../_parts/detail.module.css'
import { DialogButton } from '../../../../_parts/form-dialog'
import { useMerchant } from '../../../../_parts/merchant'
import { Dates } from '../../../_parts/dates'
import { NearDay, useToday } from '../../../_parts/day'
import { sumInWords } from '../../../_parts/money'
import { Lines } from '../../../_parts/order-lines'
import { nextInWords } from '../../../_parts/words'
import { LoadedSubscription, type ShownSubscription } from './_parts/loaded-subscription'
import { EndDialog } from './end-dialog'
import { History } from './history'
import { PayNow } from './pay-now'
import { RemoveEndDialog } from './remove-end-dialog'

const datesShown = 12

interface SubscriptionProps {
  subscription: ShownSubscription
}

/** A subscription's page. */
export const Subscription = () => (
  <LoadedSubscription>{(subscription) => <Content subscription={subscription} />}</LoadedSubscription>
)

function Content({ subscription }: SubscriptionProps) {
  const { money } = useMerchant()
  const { account, what, number, states, amount, currency, words, lines } = subscription
  return (
    <>
      <DetailHead
        up={{ path: '/subscriptions', name: 'Subscriptions' }}
        title={what}
        about={
          <>
            <span>
              {money({ amount, currency })} {words}
            </span>
            {number !== null && number !== what && <span>Number {number}</span>}
            <Chips states={states} />
          </>
        }
      >
        <Actions subscription={subscription} />
      </DetailHead>
      <Next subscription={subscription} />
      <div className={styles.columns}>
        <div>
          {lines && <Lines title="Items per payment" lines={lines} currency={currency} />}
          <NextDates subscription={subscription} />
          <History account={account.id} id={subscription.id} />
        </div>
        <SubscriptionFacts subscription={subscription} />
      </div>
    </>
  )
}

function Actions({ subscription }: SubscriptionProps) {
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
      {ended === null && end !== null && (
        <DialogButton
          dialog={(close) => <RemoveEndDialog subscription={subscription} end={end} close={close} />}
        >
          Remove end date
        </DialogButton>
      )}
      {ended === null && (
        <DialogButton dialog={(close) => <EndDialog subscription={subscription} close={close} />}>
          End
        </DialogButton>
      )}
    </Group>
  )
}

function Next({ subscription }: SubscriptionProps) {
  const { money } = useMerchant()
  const today = useToday()
  const { account, amount, currency, ended, unpaid } = subscription
  const sentence = nextInWords(
    {
      ...subscription,
      isOver: ended !== null,
      isSuspended: account.status === 'suspended',
      price: money({ amount, currency }),
      unpaid: sumInWords(unpaid, money),
      retryOn: unpaid.flatMap(({ retryOn }) => retryOn ?? []).sort()[0] ?? null,
    },
    today,
  )
  const isCardless = ended === null && !account.card
  return (
    <p className={styles.next} data-wrong={unpaid.length > 0 || isCardless || undefined}>
      {sentence}
      {isCardless && ' The account has no card: payments will fail until one is added.'}
    </p>
  )
}

function NextDates({ subscription }: SubscriptionProps) {
  const { schedule, start, end, due, amount, currency, account } = subscription
  if (due === null || account.status === 'suspended') return null
  const dates = datesFrom({ schedule, start, end: end ?? undefined }, due, datesShown)
  return (
    <Section title={dates.length === 1 ? 'Last payment' : `Next ${dates.length} payments`}>
      <Dates dates={dates} amount={amount} currency={currency} />
    </Section>
  )
}

function SubscriptionFacts({ subscription }: SubscriptionProps) {
  const { base } = useMerchant()
  const { account, id, number, start, end, due, billed, created, callback } = subscription
  const { card } = account
  return (
    <Facts
      facts={{
        Account: <Link href={`${base}/accounts/${account.id}`}>{account.name ?? account.id}</Link>,
        Card: card ? `${schemeName(card.scheme)} ending in ${card.last4}` : 'None',
        Start: <NearDay day={start} />,
        'Next payment': due ? <NearDay day={due} /> : 'None',
        'Last billed': billed && <NearDay day={billed} />,
        End: end ? <NearDay day={end} /> : 'None',
        Created: <Moment at={created} />,
        ID: <Copied text={id} name="the subscription ID" />,
        'Account ID': <Copied text={account.id} name="the account ID" />,
        Number: number && <Copied text={number} name="the subscription number" />,
        'Callback address': callback,
      }}
    />
  )
}
