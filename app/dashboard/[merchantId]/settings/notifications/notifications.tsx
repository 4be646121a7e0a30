'use client'

import { SegmentedControl } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { NotificationKind, NotificationWay } from '@/server/model/notification'
import { useTRPC } from '../../../_parts/calls'
import detail from '../../../_parts/detail.module.css'
import { Outcome } from '../../../_parts/form'
import { Loading } from '../../../_parts/loading-rows'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { QueryState } from '../../../_parts/query-state'
import { useToast } from '../../../_parts/toast'
import styles from './notifications.module.css'

const kinds: Record<NotificationKind, { name: string; about: string }> = {
  decline: {
    name: 'Failed payments',
    about:
      'Payments of subscriptions that fail, and accounts that are suspended, with at most one notification of each per hour.',
  },
  dispute: {
    name: 'Disputes',
    about: 'New disputes, a reminder three days before evidence is due, and how they end.',
  },
  'late failure': {
    name: 'Late failures',
    about:
      'Charges, refunds, cancellations and payouts that fail after the card service had accepted or reported them.',
  },
  authorisation: {
    name: 'Expiring authorisations',
    about: 'Orders that can be charged for one more day only.',
  },
  'card service': {
    name: 'Card service',
    about: 'Keys that the card service no longer accepts, and accounts that may no longer take payments.',
  },
  callbacks: {
    name: 'Failing callbacks',
    about: 'Addresses that have accepted nothing for an hour, and when they work again.',
  },
  difference: {
    name: 'Reconciliation differences',
    about: 'Records of Kassa and of the card service that do not match.',
  },
  team: {
    name: 'Owners and roles',
    about: 'New members and owners, changed roles and removed members.',
  },
}

const ways: { value: NotificationWay; label: string }[] = [
  { value: 'none', label: 'Off' },
  { value: 'dashboard', label: 'Dashboard' },
  { value: 'mail', label: 'Dashboard and e-mail' },
]

/** How the signed-in user is notified of what happens at this merchant. */
export function Notifications() {
  const { name } = useMerchant()
  const query = useQuery(useTRPC().notification.settings.queryOptions())
  return (
    <>
      <h1>Notifications</h1>
      <p className={detail.about}>
        What you are notified of at {name}. Only you get these; your colleagues choose for themselves.
      </p>
      <QueryState what="Notifications" query={query} loading={<Loading what="Notifications" rows={8} />}>
        {(settings) => (
          <ul className={styles.kinds}>
            {settings.map((setting) => (
              <Kind key={setting.kind} {...setting} />
            ))}
          </ul>
        )}
      </QueryState>
    </>
  )
}

function Kind({ kind, way }: Outputs['notification']['settings'][number]) {
  const id = useId()
  const toast = useToast()
  const { name, about } = kinds[kind]
  const change = useMutation(
    useTRPC().notification.changeSetting.mutationOptions({
      onSuccess: (_, changed) =>
        toast({ text: `${name}: ${ways.find(({ value }) => value === changed.way)?.label}` }),
    }),
  )
  // A choice is shown before the server has stored it.
  const shown = change.isPending ? change.variables.way : way
  return (
    <li className={styles.kind}>
      <div>
        <strong id={id}>{name}</strong>
        <p>{about}</p>
      </div>
      <SegmentedControl
        aria-labelledby={id}
        value={shown}
        onChange={(value) => {
          const chosen = ways.find((each) => each.value === value)
          if (chosen) change.mutate({ kind, way: chosen.value })
        }}
        data={ways}
      />
      <Outcome error={change.error} />
    </li>
  )
}
