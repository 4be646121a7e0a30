'use client'

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { datesFrom, firstDateFrom } from '@/server/model/subscription/dates'
import { useTRPC } from '../../../../_parts/calls'
import { Section } from '../../../../_parts/detail'
import styles from '../../../../_parts/detail.module.css'
import { Outcome } from '../../../../_parts/form'
import { useMerchant } from '../../../../_parts/merchant'
import { useToast } from '../../../../_parts/toast'
import { useToday } from '../../../../_parts/use-today'
import { Dates } from '../../../_parts/dates'
import { onDay, subscriptionInSentence } from '../../../_parts/words'
import type { ShownSubscription } from './_parts/loaded-subscription'

const datesShown = 12

/** The next dates of a subscription with their amounts. */
export function Upcoming({ subscription }: { subscription: ShownSubscription }) {
  const { schedule, start, end, due, planned, amount, currency, account } = subscription
  if (due === null || account.status === 'suspended') return null
  const dates = datesFrom({ schedule, start, end: end ?? undefined, planned }, due, datesShown)
  return (
    <Section title={dates.length === 1 ? 'Last payment' : `Next ${dates.length} payments`}>
      <Dates
        dates={dates}
        amountOn={(day) => (planned && day >= planned.from ? planned : { amount, currency })}
      />
    </Section>
  )
}

/** A planned change in a sentence, with the button that withdraws it. */
export function PlannedChange({ subscription }: { subscription: ShownSubscription }) {
  const { money, may, sendsMail } = useMerchant()
  const today = useToday()
  const toast = useToast()
  const { account, id, planned, amount, currency, words, what, schedule, start, end, due } = subscription
  const withdraw = useMutation(
    useTRPC().subscription.withdrawPlan.mutationOptions({
      onSuccess: () => toast({ text: `Withdrew the planned change of ${subscriptionInSentence(what)}` }),
    }),
  )
  if (!planned) return null
  const first = firstDateFrom({ schedule, start, end, due, planned }, planned.from)
  const isPrice = planned.amount !== amount || planned.currency !== currency
  const parts = [
    isPrice && `${money(planned)} instead of ${money({ amount, currency })}`,
    planned.words !== words && planned.words,
    planned.what !== what && `for ${planned.what}`,
  ].filter(Boolean)
  return (
    <div className={styles.next}>
      <p>
        <strong>Changes {onDay(planned.from, today)}</strong>
        {parts.length > 0 && `: ${parts.join(', ')}`}.{' '}
        {end !== null && end < planned.from
          ? `It takes no effect, because the subscription ends ${onDay(end, today)}.`
          : first === undefined
            ? 'No payment is due after that.'
            : first !== planned.from && `First charged ${onDay(first, today)}.`}{' '}
        {planned.notified &&
          (sendsMail
            ? `${account.name ?? 'The customer'} was notified by e-mail. If you withdraw the change, no other e-mail is sent.`
            : 'The e-mail about it is stored, because no mail service is configured.')}
      </p>
      {may('support') && (
        <div>
          <Button
            variant="default"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate({ account: account.id, id, expected: subscription.terms })}
          >
            Withdraw change
          </Button>
        </div>
      )}
      <Outcome error={withdraw.error} />
    </div>
  )
}
