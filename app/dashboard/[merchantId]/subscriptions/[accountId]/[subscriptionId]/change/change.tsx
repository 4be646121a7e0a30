'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { addDays, type Day, isDay } from '@/server/model/calendar'
import { dueOf } from '@/server/model/subscription/dates'
import type { SubscriptionChange } from '@/server/subscription/schemas'
import { useTRPC } from '../../../../../_parts/calls'
import { DetailHead } from '../../../../../_parts/detail'
import styles from '../../../../../_parts/detail.module.css'
import { useMerchant } from '../../../../../_parts/merchant'
import { OnlyFor } from '../../../../../_parts/only-for'
import { useToday } from '../../../../../_parts/use-today'
import { changeOf, draftOf } from '../../../../_parts/draft'
import type { Plan } from '../../../../_parts/plan'
import { SubscriptionForm } from '../../../../_parts/subscription-form'
import { onDay, subscriptionInSentence } from '../../../../_parts/words'
import { LoadedSubscription, type ShownSubscription } from '../_parts/loaded-subscription'
import { PriceDialog } from './price-dialog'
import { type When, WhenFields } from './when-fields'

/** Changes a subscription, now or from a later day on. */
export const Change = () => (
  <OnlyFor needs="support" to="change subscriptions">
    <LoadedSubscription isFresh>
      {(subscription) => <Content subscription={subscription} />}
    </LoadedSubscription>
  </OnlyFor>
)

function Content({ subscription }: { subscription: ShownSubscription }) {
  const router = useRouter()
  const trpc = useTRPC()
  const today = useToday()
  const merchant = useMerchant()
  const { base, money, locale } = merchant
  // Kept from when the form opened, however often the subscription is refetched; what the form itself saves is added.
  const [opened, setOpened] = useState(subscription)
  const [before, setBefore] = useState(() => draftOf(opened, merchant))
  const { planned, schedule, amount, currency, terms } = opened
  const { account, id, what, due, billed, ended } = subscription
  const billing = ended !== null ? 'over' : account.status === 'suspended' ? 'paused' : undefined
  const page = `/subscriptions/${account.id}/${id}`
  const [chosen, setWhen] = useState<When>('now')
  const [day, setDay] = useState<Day>('')
  const [isAsked, setAsked] = useState(false)
  const nextDue = dueAfterToday(subscription, today)
  // An end that the form has just saved may leave no next due date. The change must not happen now instead.
  const when = chosen === 'due' && nextDue === undefined ? 'day' : chosen
  const from = when === 'now' ? undefined : when === 'due' ? nextDue : day
  const [toConfirm, setToConfirm] = useState<{ change: SubscriptionChange; plan: Plan }>()
  // Until the next page shows, another press would notify the customer again.
  const [isDone, setDone] = useState(false)
  const leave = {
    onSuccess: () => {
      setDone(true)
      router.push(base + page)
    },
  }
  const change = useMutation(trpc.subscription.change.mutationOptions())
  const plan = useMutation(trpc.subscription.plan.mutationOptions())
  const named = { account: account.id, id }
  function save(changed: SubscriptionChange, notify: boolean) {
    // The errors of the press before are over.
    change.reset()
    plan.reset()
    const { items, currency: code, schedule: dates, ...rest } = changed
    const later = {
      ...(items !== undefined && { items }),
      ...(code !== undefined && { currency: code }),
      ...(dates !== undefined && { schedule: dates }),
    }
    if (from === undefined || Object.keys(later).length === 0)
      return change.mutate({ ...named, change: changed, expected: terms, notify }, leave)
    const {
      start = opened.start,
      end = opened.end,
      number = opened.number,
      callback = opened.callback,
    } = rest
    const planIt = (expected: string) =>
      plan.mutate({ ...named, plan: { ...later, from, notify }, expected }, leave)
    if (Object.keys(rest).length === 0) return planIt(terms)
    // The rest does not wait for the day.
    change.mutate(
      { ...named, change: rest, expected: terms },
      {
        onSuccess: ({ terms: now }) => {
          // A change that leaves the terms as they are is not refused if they are no longer those that the form shows.
          const areSame = start === opened.start && end === opened.end
          const saved = { ...opened, start, end, number, callback, terms: areSame ? terms : now }
          setOpened(saved)
          setBefore(draftOf(saved, merchant))
          planIt(saved.terms)
        },
      },
    )
  }
  const error = plan.error ?? change.error
  const isPending = change.isPending || plan.isPending || isDone
  return (
    <>
      <DetailHead up={{ path: page, name: what }} title={`Change ${subscriptionInSentence(what)}`} />
      {ended !== null && (
        <p className={styles.next} data-wrong>
          This subscription has ended. Changes will not lead to new charges. To continue, add a new
          subscription.
        </p>
      )}
      {planned && (
        <p className={styles.next}>
          A planned change to {money(planned)} {planned.words} takes effect {onDay(planned.from, today)}.
          Another change with a later day replaces it.
        </p>
      )}
      <SubscriptionForm
        from={before}
        kept={{
          ...{ due, billed, planned },
          ...(billing && { billing }),
          ...(subscription.ending?.period && { paidUntil: subscription.end }),
          ...(from && isDay(from) && { until: { from, schedule, amount, currency } }),
        }}
        prefix={plan.error ? 'plan.' : 'change.'}
        error={error}
        pending={isPending}
        save={(draft, plannedTerms) => {
          if (when === 'day' && !(isDay(day) && day > today)) return setAsked(true)
          const changed = changeOf(before, draft, locale)
          const isPrice = plannedTerms.amount !== amount || plannedTerms.currency !== currency
          if (isPrice && ended === null) setToConfirm({ change: changed, plan: plannedTerms })
          else save(changed, false)
        }}
        act={({ atOnce, currency: code }) =>
          from !== undefined && isDay(from)
            ? `Change ${onDay(from, today)}`
            : atOnce === undefined
              ? 'Save changes'
              : `Save and charge ${money({ amount: atOnce, currency: code })} now`
        }
        back={base + page}
      >
        {ended === null && (
          <WhenFields
            {...{ when, setWhen, day, setDay, isAsked, nextDue, error: plan.error }}
            plannedFrom={planned?.from}
          />
        )}
      </SubscriptionForm>
      {toConfirm && (
        <PriceDialog
          subscription={opened}
          isReplacing={from !== undefined}
          plan={toConfirm.plan}
          mutation={{ isPending, error }}
          close={() => setToConfirm(undefined)}
          save={(notify) => save(toConfirm.change, notify)}
        />
      )}
    </>
  )
}

/** The first due date after today, which a planned change applies to at the earliest. */
function dueAfterToday({ schedule, start, end, billed }: ShownSubscription, today: Day): Day | undefined {
  const terms = { schedule, start, end: end ?? undefined }
  return dueOf(terms, { from: addDays(today, 1), billed: billed ?? undefined })
}
