'use client'

import Link from 'next/link'
import { Chip } from '../../_parts/chip'
import { Moment } from '../../_parts/detail'
import list from '../../_parts/loading-rows.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { mailName, mailState } from './mail-words'

const shown = 10

/** Mail that was sent to an account or about an order. */
export function MailList({ rows, isMore }: { rows: Outputs['mail']['list']['rows']; isMore: boolean }) {
  const { base } = useMerchant()
  return (
    <>
      <ul className={list.deliveries}>
        {rows.slice(0, shown).map(({ id, template, to, created, status, delivery }) => (
          <li key={id}>
            <Link href={`${base}/events/mail/${id}`} prefetch={false} className={list.row}>
              <strong>{mailName(template)}</strong>
              <span className={list.soft}>{to}</span>
              <Chip state={mailState({ status, delivery })} />
              <Moment at={created} className={list.soft} />
            </Link>
          </li>
        ))}
      </ul>
      {(isMore || rows.length > shown) && <p className={list.soft}>Older mail is not shown.</p>}
    </>
  )
}
