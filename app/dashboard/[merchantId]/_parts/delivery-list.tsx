'use client'

import Link from 'next/link'
import { Moment } from '../../_parts/facts'
import list from '../../_parts/list.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import styles from './callbacks.module.css'

type Deliveries = Outputs['callback']['list']['rows']

/** Callbacks as rows that link to their attempts. */
export function DeliveryList({ deliveries }: { deliveries: Deliveries }) {
  const { base } = useMerchant()
  return (
    <ul className={list.list}>
      {deliveries.map(({ id, type, url, status, attempts, created }) => (
        <li key={id}>
          <Link href={`${base}/events/callbacks/${id}`} prefetch={false} className={styles.delivery}>
            <strong>{type}</strong>
            <span className={list.soft}>{url}</span>
            <span className={styles.outcome}>
              <Outcome status={status} />
              {attempts > 1 && <span className={list.soft}>{attempts} attempts</span>}
            </span>
            <Moment at={created} className={list.soft} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const words = { waiting: 'waiting', delivered: 'delivered', failed: 'failed' } as const
const looks = { waiting: 'pending', delivered: 'charged', failed: 'failed' } as const

export const Outcome = ({ status }: { status: Deliveries[number]['status'] }) => (
  <span className={list.state} data-state={looks[status]}>
    {words[status]}
  </span>
)
