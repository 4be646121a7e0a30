'use client'

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import type { DifferenceKind } from '@/server/model/difference'
import { useTRPC } from '../../../_parts/calls'
import { Chip } from '../../../_parts/chip'
import { Moment } from '../../../_parts/detail'
import { Outcome } from '../../../_parts/form'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import styles from './reconciliation.module.css'

type ListedDifference = Outputs['reconciliation']['get']['differences'][number]

const titles: Record<DifferenceKind, string> = {
  'missing here': 'Payment missing in Kassa',
  'missing there': 'Payment missing at the card service',
  foreign: 'Payment not from Kassa',
  duplicate: 'Second payment',
  label: 'Payment not labelled with this order',
  amount: 'Different amount',
  currency: 'Different currency',
  state: 'Different outcome',
  'charge missing here': 'Charge missing in Kassa',
  'charge missing there': 'Charge missing at the card service',
  'refund missing here': 'Refund missing in Kassa',
  'refund missing there': 'Refund missing at the card service',
  'cancel missing here': 'Cancellation missing in Kassa',
  'cancel missing there': 'Cancellation missing at the card service',
  expired: 'Authorisation expired',
  'own records': 'Inconsistent records in Kassa',
}

/** A difference, what to do about it, and a button to do it. */
export function DifferenceItem({ difference }: { difference: ListedDifference }) {
  const { base, may } = useMerchant()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const adopt = useMutation(
    trpc.reconciliation.adopt.mutationOptions({
      // The difference may have changed: shows the new one, so that it can be read before it is adopted.
      onError: () => queries.invalidateQueries(trpc.reconciliation.get.queryFilter()),
    }),
  )
  const { service, key, kind, details, state, orderId, reference, adoptable, what, next, found } = difference
  return (
    <li className={styles.difference}>
      <p className={styles.about}>
        <strong>{titles[kind]}</strong>
        {state === 'noted' && <Chip state="noted" />}
        {orderId && <Link href={`${base}/orders/${orderId}`}>Order {orderId}</Link>}
        {reference && <code>{reference}</code>}
        <Moment at={found} />
      </p>
      <p>{what}</p>
      <p className={styles.next}>{next}</p>
      {may('admin') && (adoptable || state === 'open') && (
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          loading={adopt.isPending}
          onClick={() =>
            adopt.mutate({ service, key, expected: { kind, details: { ...details }, adoptable } })
          }
        >
          {adoptable ? 'Adopt' : 'Mark as noted'}
        </Button>
      )}
      {adopt.data?.state === 'open' && <p>The payment or its order is in progress. Try again later.</p>}
      <Outcome error={adopt.error} />
    </li>
  )
}
