'use client'

import { SegmentedControl, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, type Day } from '@/server/model/calendar'
import { datesFrom } from '@/server/model/subscription/dates'
import { useTRPC } from '../../../../_parts/calls'
import { FormDialog } from '../../../../_parts/form-dialog'
import { useMerchant } from '../../../../_parts/merchant'
import { useToday } from '../../../_parts/day'
import { sumInWords } from '../../../_parts/money'
import { onDay } from '../../../_parts/words'
import type { ShownSubscription } from './_parts/loaded-subscription'

/** The most dates counted before an end. */
const most = 5000

/** Ends a subscription now or on a date. */
export function EndDialog({ subscription, close }: { subscription: ShownSubscription; close: () => void }) {
  const trpc = useTRPC()
  const today = useToday()
  const [later, setLater] = useState(false)
  const [day, setDay] = useState<Day>(subscription.end ?? '')
  const now = useMutation(trpc.subscription.end.mutationOptions({ onSuccess: close }))
  const change = useMutation(trpc.subscription.change.mutationOptions({ onSuccess: close }))
  const named = { account: subscription.account.id, id: subscription.id }
  const isGood = !later || day > today
  const act = later ? `End subscription ${isGood ? onDay(day, today) : 'on a date'}` : 'End subscription now'
  return (
    <FormDialog
      title={`End ${subscription.what}`}
      close={close}
      act={act}
      disabled={!isGood}
      mutation={later ? change : now}
      submit={() => (later ? change.mutate({ ...named, change: { end: day } }) : now.mutate(named))}
    >
      <SegmentedControl
        aria-label="When"
        fullWidth
        value={later ? 'later' : 'now'}
        onChange={(value) => setLater(value === 'later')}
        data={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'On a date' },
        ]}
      />
      {later && (
        <TextInput
          label="Last day"
          type="date"
          min={addDays(today, 1)}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
          description="A payment due on this day will still be charged."
          error={
            day !== '' && !isGood ? 'Choose a date after today, or end the subscription now.' : undefined
          }
        />
      )}
      {later ? (
        isGood && <Later subscription={subscription} day={day} />
      ) : (
        <Now subscription={subscription} />
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
  const owed = sumInWords(unpaid, money)
  const who = account.name ?? 'The customer'
  return (
    <p>
      {due !== null && due <= today
        ? `The ${money({ amount, currency })} due ${onDay(due, today)} and all later payments will not be charged. `
        : `${who} will not be charged on any future dates. `}
      {owed &&
        (unpaid.every(({ givenUp }) => givenUp)
          ? `${owed} remains unpaid. `
          : `The unpaid ${owed} remains due and will be retried. `)}
      {account.email && `We will e-mail a confirmation to ${account.email}. `}
      This cannot be undone. To continue later, add a new subscription.
    </p>
  )
}

function Later({ subscription, day }: { subscription: ShownSubscription; day: Day }) {
  const { money } = useMerchant()
  const today = useToday()
  const { account, schedule, start, due, amount, currency } = subscription
  const dates = due === null ? [] : datesFrom({ schedule, start, end: day }, due, most)
  const last = dates.at(-1)
  const times =
    dates.length === most
      ? `at least ${most} more times`
      : dates.length === 1
        ? 'once more'
        : `${dates.length} more times`
  return (
    <p>
      {last === undefined
        ? 'Nothing more will be charged until then. '
        : `${account.name ?? 'The customer'} will be charged ${money({ amount, currency })} ${times}, the last time ${onDay(last, today)}: ${money({ amount: amount * BigInt(dates.length), currency })} in total. `}
      {account.email && `We will e-mail ${account.email} when it has ended. `}
      You can change or remove the end date until then.
    </p>
  )
}
