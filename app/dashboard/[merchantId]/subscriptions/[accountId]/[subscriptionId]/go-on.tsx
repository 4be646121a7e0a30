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

/** Takes an end away that is still to come. */
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
        Take the end away
      </Button>
      {open && (
        <Confirmation
          title={`Go on with ${what}`}
          close={() => setOpen(false)}
          act="Go on without an end"
          confirm={() => change.mutate({ account: account.id, id, change: { end: null } })}
          pending={change.isPending}
          error={change.error}
        >
          <p>
            It does not end {onDay(end, today)} any more.{' '}
            {after &&
              `${account.name ?? 'The customer'} is charged ${money(amount, currency)} ${onDay(after, today)} too, and so on. `}
            It can be ended again at any time.
          </p>
        </Confirmation>
      )}
    </>
  )
}
