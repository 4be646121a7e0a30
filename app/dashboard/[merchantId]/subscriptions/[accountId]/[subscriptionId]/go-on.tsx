'use client'

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plannedDates } from '@/server/model/subscription/preview'
import { useTRPC } from '../../../../_parts/calls'
import { useMerchant } from '../../../../_parts/merchant'
import { Confirmation } from '../../../_parts/confirmation'
import { useToday } from '../../../_parts/day'
import { onDay } from '../../../_parts/words'
import type { SubscriptionShown } from './_parts/loaded'

/** Removes a future end date. */
export function GoOn({ subscription }: { subscription: SubscriptionShown }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { money } = useMerchant()
  const today = useToday()
  const [open, setOpen] = useState(false)
  const { account, id, end, amount, currency, what } = subscription
  const change = useMutation(
    trpc.subscription.change.mutationOptions({
      onSuccess: async () => {
        setOpen(false)
        await queries.invalidateQueries()
      },
    }),
  )
  if (end === null) return null
  const after = plannedDates({ ...subscription, end: null }, today, 5000).find((day) => day > end)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Remove end date
      </Button>
      {open && (
        <Confirmation
          title={`Continue ${what}`}
          close={() => setOpen(false)}
          act="Continue subscription"
          confirm={() => change.mutate({ account: account.id, id, change: { end: null } })}
          pending={change.isPending}
          error={change.error}
        >
          <p>
            The subscription will no longer end {onDay(end, today)}.{' '}
            {after &&
              `${account.name ?? 'The customer'} will also be charged ${money(amount, currency)} ${onDay(after, today)} and on later dates. `}
            You can end it at any time.
          </p>
        </Confirmation>
      )}
    </>
  )
}
