'use client'

import Link from 'next/link'
import { Chip } from '../../_parts/chip'
import { Moment } from '../../_parts/detail'
import list from '../../_parts/loading-rows.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { mailName, mailState } from './mail-words'

/** Mail that was sent to an account or about an order. */
export function MailList({ mails }: { mails: Outputs['mail']['list']['rows'] }) {
  const { base } = useMerchant()
  return (
    <ul className={list.deliveries}>
      {mails.map(({ id, template, to, created, status, delivery }) => (
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
  )
}
