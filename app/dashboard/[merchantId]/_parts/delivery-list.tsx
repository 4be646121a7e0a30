'use client'

import Link from 'next/link'
import { Moment } from '../../_parts/detail'
import list from '../../_parts/loading-rows.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { DeliveryState } from './delivery-state'

/** Callbacks as rows that link to their attempts. */
export function DeliveryList({ deliveries }: { deliveries: Outputs['callback']['list']['rows'] }) {
  const { base } = useMerchant()
  return (
    <ul className={list.deliveries}>
      {deliveries.map(({ id, type, url, status, attempts, nextAttempt, created }) => (
        <li key={id}>
          <Link href={`${base}/events/callbacks/${id}`} prefetch={false} className={list.row}>
            <strong>{type}</strong>
            <span className={list.soft}>{url}</span>
            <span className={list.states}>
              <DeliveryState delivery={{ status, attempts, nextAttempt }} />
            </span>
            <Moment at={created} className={list.soft} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
