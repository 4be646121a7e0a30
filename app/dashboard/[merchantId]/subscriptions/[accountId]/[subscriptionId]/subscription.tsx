'use client'

import { Button, Group } from '@mantine/core'
import Link from 'next/link'
import type { Day } from '@/server/model/calendar'
import { continuesAfterPause } from '@/server/model/subscription/terms'
import { CardMark } from '../../../../_parts/card-mark'
import { Chip, Chips } from '../../../../_parts/chip'
import { Copied } from '../../../../_parts/copied'
import { Avatar } from '../../../../_parts/customer'
import { DetailHead, Facts, Moment } from '../../../../_parts/detail'
import styles from '../../../../_parts/detail.module.css'
import { DialogButton } from '../../../../_parts/form-dialog'
import { useMerchant } from '../../../../_parts/merchant'
import { sumInWords } from '../../../../_parts/sum-in-words'
import { useTitle } from '../../../../_parts/use-title'
import { useToday } from '../../../../_parts/use-today'
import { NearDay } from '../../../_parts/day'
import { expiryWarning, writtenExpiry } from '../../../_parts/expiry'
import { Metadata } from '../../../_parts/metadata'
import { Lines } from '../../../_parts/order-lines'
import { nextCharge, nextInWords, shortDay } from '../../../_parts/words'
import { LoadedSubscription, type ShownSubscription } from './_parts/loaded-subscription'
import { Changes } from './changes'
import { EndDialog } from './end-dialog'
import { PayNow } from './pay-now'
import { Payments } from './payments'
import { UndoEndDialog } from './undo-end-dialog'
import { PlannedChange, Upcoming } from './upcoming'

interface SubscriptionProps {
  subscription: ShownSubscription
}

/** A subscription's page. */
export const Subscription = () => (
  <LoadedSubscription>{(subscription) => <Content subscription={subscription} />}</LoadedSubscription>
)

function Content({ subscription }: SubscriptionProps) {
  const { base, money } = useMerchant()
  const { account, what, number, states, amount, currency, words, lines, end, ended } = subscription
  const today = useToday()
  useTitle(what)
  return (
    <>
      <DetailHead
        up={{ path: '/subscriptions', name: 'Subscriptions' }}
        title={what}
        state={
          <>
            <Chips states={states} />
            {end !== null && ended === null && (
              <Chip state="ending" colour="amber" text={`ends ${shortDay(end, today)}`} />
            )}
          </>
        }
        about={
          <>
            <Link href={`${base}/accounts/${account.id}`} className={styles.who}>
              <Avatar name={account.label} />
              <bdi>{account.label}</bdi>
            </Link>
            <span>
              {money({ amount, currency })} {words}
            </span>
            {number !== null && number !== what && <span>Number {number}</span>}
          </>
        }
      >
        <Actions subscription={subscription} />
      </DetailHead>
      <Next subscription={subscription} />
      <PlannedChange subscription={subscription} />
      <div className={styles.columns}>
        <div>
          {lines && <Lines title="Items per payment" lines={lines} currency={currency} />}
          <Upcoming subscription={subscription} />
          <Payments account={account.id} id={subscription.id} ended={subscription.ended !== null} />
          <Changes account={account.id} id={subscription.id} />
        </div>
        <div>
          <SubscriptionFacts subscription={subscription} />
          <Metadata
            about={{ subject: 'subscription', account: account.id, id: subscription.id }}
            metadata={subscription.metadata}
          />
        </div>
      </div>
    </>
  )
}

function Actions({ subscription }: SubscriptionProps) {
  const { base, may } = useMerchant()
  const { account, id, unpaid, ended, end } = subscription
  if (!may('support')) return null
  return (
    <div className={styles.actions}>
      {unpaid.length > 0 && <PayNow subscription={subscription} />}
      {ended === null ? (
        <Button
          component={Link}
          href={`${base}/subscriptions/${account.id}/${id}/change`}
          prefetch={false}
          variant="default"
        >
          Change
        </Button>
      ) : (
        <Button
          component={Link}
          href={`${base}/accounts/${account.id}/subscribe?like=${id}`}
          prefetch={false}
          variant="default"
        >
          Add subscription
        </Button>
      )}
      {ended === null && end !== null && (
        <DialogButton
          dialog={(close) => <UndoEndDialog subscription={subscription} end={end} close={close} />}
        >
          {subscription.ending ? 'Undo end' : 'Remove end date'}
        </DialogButton>
      )}
      {ended === null && (
        <DialogButton
          variant="outline"
          color="red"
          dialog={(close) => <EndDialog subscription={subscription} close={close} />}
        >
          End
        </DialogButton>
      )}
    </div>
  )
}

function Next({ subscription }: SubscriptionProps) {
  const { money } = useMerchant()
  const today = useToday()
  const { account, amount, currency, due, ended, planned, unpaid } = subscription
  const retried = unpaid
    .filter(({ retryOn }) => retryOn !== null)
    .sort((one, other) => ((one.retryOn ?? '') < (other.retryOn ?? '') ? -1 : 1))[0]
  const isSuspended = account.status === 'suspended'
  const next = nextCharge({ ...subscription, isSuspended }, today)
  const price = planned && next !== null && next >= planned.from ? planned : { amount, currency }
  const sentence = nextInWords(
    {
      ...subscription,
      isOver: ended !== null,
      isSuspended,
      price: money(price),
      unpaid: sumInWords(unpaid, money),
      retryOn: retried?.retryOn ?? null,
      attempts: retried?.attempts,
    },
    today,
  )
  const continues = ended === null && due !== null
  const cardProblem = continues && cardWarning(account.card, due, today)
  return (
    <p className={styles.next} data-wrong={unpaid.length > 0 || Boolean(cardProblem) || undefined}>
      {sentence}
      {cardProblem && ` ${cardProblem}`}
    </p>
  )
}

const cardWarning = (card: ShownSubscription['account']['card'], due: Day, today: Day) =>
  card
    ? expiryWarning(card.expires, due, today)
    : 'The account has no card: payments will fail until one is added.'

function NextPayment({ subscription }: SubscriptionProps) {
  const today = useToday()
  const { account, due } = subscription
  if (account.status === 'suspended')
    return continuesAfterPause(subscription, today) ? 'After the unpaid payments are paid' : 'None'
  return due === null ? 'None' : <NearDay day={due} />
}

function SubscriptionFacts({ subscription }: SubscriptionProps) {
  const { base } = useMerchant()
  const { account, id, number, start, end, ending, billed, created, callback } = subscription
  const { card } = account
  return (
    <Facts
      facts={{
        Account: <Link href={`${base}/accounts/${account.id}`}>{account.label}</Link>,
        Card: card ? (
          <Group component="span" display="inline-flex" gap={8}>
            <CardMark scheme={card.scheme} last4={card.last4} /> {writtenExpiry(card.expires)}
          </Group>
        ) : (
          'None'
        ),
        Start: <NearDay day={start} />,
        'Next payment': <NextPayment subscription={subscription} />,
        'Last billed': billed && <NearDay day={billed} />,
        End: end ? <NearDay day={end} /> : 'None',
        'End requested by': ending && (
          <>
            {ending.by === 'customer' ? 'Customer' : 'Merchant'}
            {ending.at && (
              <>
                , <Moment at={new Date(ending.at)} />
              </>
            )}
          </>
        ),
        Created: <Moment at={created} />,
        ID: <Copied text={id} name="the subscription ID" />,
        'Account ID': <Copied text={account.id} name="the account ID" />,
        Number: number && <Copied text={number} name="the subscription number" />,
        'Callback address': callback,
      }}
    />
  )
}
