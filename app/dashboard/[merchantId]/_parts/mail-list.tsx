'use client'

import Link from 'next/link'
import { Chip } from '../../_parts/chip'
import { Moment } from '../../_parts/detail'
import list from '../../_parts/loading-rows.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { mailName, mailState } from './mail-words'

const shown = 10

/** Mail that was sent to an account or about an order. `all`: the name of the link to all of it. */
export function MailList({
  rows,
  isMore,
  about,
  all,
}: {
  rows: Outputs['mail']['list']['rows']
  isMore: boolean
  about: { order: string } | { account: string }
  all: string
}) {
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
      {(isMore || rows.length > shown) && (
        <p>
          <Link href={`${base}/events/mail?${new URLSearchParams(about)}`} prefetch={false}>
            {all}
          </Link>
        </p>
      )}
    </>
  )
}
