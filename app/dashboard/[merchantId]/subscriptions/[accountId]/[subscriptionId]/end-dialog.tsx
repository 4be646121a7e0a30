'use client'

import { Radio, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, type Day, isDay } from '@/server/model/calendar'
import { lastPaidDay } from '@/server/model/subscription/terms'
import { useTRPC } from '../../../../_parts/calls'
import { DayField } from '../../../../_parts/day-field'
import { dayInSentence } from '../../../../_parts/day-words'
import { FormDialog } from '../../../../_parts/form-dialog'
import { useMerchant } from '../../../../_parts/merchant'
import { sumInWords } from '../../../../_parts/sum-in-words'
import { useToast } from '../../../../_parts/toast'
import { useToday } from '../../../../_parts/use-today'
import { onDay, subscriptionInSentence } from '../../../_parts/words'
import type { ShownSubscription } from './_parts/loaded-subscription'
import { afterLastDate, datesUntil, maxDates, unpaidInWords } from './end-words'

type When = 'period' | 'today' | 'day'

/** Ends a subscription at the end of the paid period, today, or on a chosen day. */
export function EndDialog({ subscription, close }: { subscription: ShownSubscription; close: () => void }) {
  const trpc = useTRPC()
  const today = useToday()
  const toast = useToast()
  const { account, id, what, due, billed } = subscription
  const paidUntil = account.status === 'suspended' ? null : lastPaidDay({ due }, today)
  const [when, setWhen] = useState<When>(paidUntil === null ? 'today' : 'period')
  const [day, setDay] = useState<Day>(subscription.end ?? '')
  const isGood = when !== 'day' || (isDay(day) && day > today)
  const last = when === 'today' ? today : when === 'period' ? (paidUntil ?? today) : day
  const named = { account: account.id, id }
  const undo = useMutation(trpc.subscription.undoEnd.mutationOptions())
  const end = useMutation(
    trpc.subscription.end.mutationOptions({
      onSuccess: ({ end: day, terms: expected, agreed }) => {
        close()
        toast({
          text: day > today ? `${what} ends ${onDay(day, today)}` : `Ended ${subscriptionInSentence(what)}`,
          ...(day > today && { undo: () => undo.mutateAsync({ ...named, expected, agreed }) }),
        })
      },
    }),
  )
  return (
    <FormDialog
      title={`End ${subscriptionInSentence(what)}`}
      close={close}
      color="red"
      act={isGood ? `End subscription ${onDay(last, today)}` : 'End subscription'}
      cancel="Keep subscription"
      disabled={!isGood}
      mutation={end}
      submit={() => end.mutate({ ...named, on: when === 'day' ? day : when, expected: last })}
    >
      <Radio.Group
        label="When it ends"
        labelProps={{ className: 'visually-hidden' }}
        value={when}
        onChange={(value) => setWhen(value === 'period' || value === 'day' ? value : 'today')}
      >
        <Stack gap={8}>
          {paidUntil !== null && (
            <Radio
              value="period"
              label={`${billed === null ? 'Before the first payment' : 'At the end of the paid period'} (${dayInSentence(paidUntil, today)})`}
            />
          )}
          <Radio value="today" label="Today" />
          <Radio value="day" label="On another day" />
        </Stack>
      </Radio.Group>
      {when === 'day' && (
        <DayField
          label="Last day"
          value={day}
          change={setDay}
          description="A payment due on this day will still be charged."
          error={
            day !== '' && !isGood ? 'Choose a day after today, or end the subscription today.' : undefined
          }
        />
      )}
      {when === 'today' ? (
        <Now subscription={subscription} />
      ) : (
        isGood && <Later subscription={subscription} day={last} />
      )}
    </FormDialog>
  )
}

function Now({
  subscription: { account, unpaid, due, amount, currency },
}: {
  subscription: ShownSubscription
}) {
  const { money } = useMerchant()
  const today = useToday()
  const owed = unpaidInWords(unpaid, money)
  const who = account.name ?? 'The customer'
  return (
    <p>
      {due !== null && due <= today
        ? `The ${money({ amount, currency })} due ${onDay(due, today)} and all later payments will not be charged. `
        : `${who} will not be charged on any future dates. `}
      {owed && `${owed} `}
      {account.email && `We will e-mail a confirmation to ${account.email}. `}
      This cannot be undone. To continue later, add a new subscription.
    </p>
  )
}

function Later({ subscription, day }: { subscription: ShownSubscription; day: Day }) {
  const { money } = useMerchant()
  const today = useToday()
  const { account, planned, amount, currency, unpaid } = subscription
  const owed = unpaidInWords(unpaid, money)
  const dates = datesUntil(subscription, day, today)
  const last = dates.at(-1)
  const sum = sumInWords(
    dates.map((date) => (planned && date >= planned.from ? planned : { amount, currency })),
    money,
  )
  const times =
    dates.length === maxDates
      ? `at least ${maxDates} more times`
      : dates.length === 1
        ? 'once more'
        : `${dates.length} more times`
  return (
    <p>
      {last === undefined
        ? `${afterLastDate(unpaid, money)} `
        : `${account.name ?? 'The customer'} will be charged ${times}, the last time ${onDay(last, today)}: ${sum} in total. ${owed ? `${owed} ` : ''}`}
      {account.email && `We will e-mail ${account.email} when it has ended. `}
      You can undo this until {dayInSentence(addDays(day, last === undefined ? 0 : -1), today)}.
    </p>
  )
}
