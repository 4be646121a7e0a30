'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { Chip } from '../../_parts/chip'
import { Moment, Section } from '../../_parts/detail'
import list from '../../_parts/list.module.css'
import { useMerchant } from '../../_parts/merchant'
import { mailName, mailState } from './mail-words'

const shown = 10

/** Mail that was sent to an account or about an order; renders nothing if there is none. */
export function MailLog(about: { account: string } | { order: string }) {
  const { base } = useMerchant()
  const { data } = useQuery(useTRPC().mail.list.queryOptions(about))
  if (!data || data.rows.length === 0) return null
  const hidden = data.next !== undefined || data.rows.length > shown
  return (
    <Section title="Mail sent">
      <ul className={list.deliveries}>
        {data.rows.slice(0, shown).map(({ id, template, to, created, status, delivery }) => (
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
      {hidden && <p className={list.soft}>Older mail is not shown.</p>}
    </Section>
  )
}
