'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { type ReactNode, useEffect } from 'react'
import { useTRPC } from '../../../_parts/calls'
import { Chip } from '../../../_parts/chip'
import { Section } from '../../../_parts/detail'
import detail from '../../../_parts/detail.module.css'
import { Loading } from '../../../_parts/loading-rows'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { QueryState } from '../../../_parts/query-state'
import styles from './card-service.module.css'

type GoLiveStep = Outputs['report']['goLive']['items'][number]

/** What is done and what is missing before real payments are taken, as checked now. */
export function GoLive() {
  const { type } = useMerchant()
  const trpc = useTRPC()
  const client = useQueryClient()
  const query = useQuery(trpc.report.goLive.queryOptions())
  // The checklist has checked the keys again, and the page shows them above.
  const checked = query.dataUpdatedAt
  useEffect(() => {
    if (checked > 0) void client.invalidateQueries(trpc.cardService.list.queryFilter())
  }, [checked, client, trpc])
  return (
    <Section title="Go-live checklist" className={detail.section}>
      <p className={detail.about}>
        {type === 'test'
          ? 'Kassa checks these items whenever you open this page. Test merchants never move money: to take real payments, create a live merchant and connect it with live keys.'
          : 'Kassa checks these items whenever you open this page.'}
      </p>
      <QueryState what="The checklist" query={query} loading={<Loading what="The checklist" />}>
        {({ items, missing, embedded }) => (
          <ol className={styles.checklist}>
            {items.map(({ item, state }) => (
              <ChecklistItem key={item} state={state} {...words({ missing, embedded })[item]} />
            ))}
          </ol>
        )}
      </QueryState>
    </Section>
  )
}

const states = {
  done: { colour: 'green', text: 'Done' },
  open: { colour: 'amber', text: 'To do' },
  yourself: { colour: undefined, text: 'Check yourself' },
} as const

interface ItemWords {
  title: string
  /** Why it matters, in one sentence. */
  why: ReactNode
  fix: string
  /** Relative to the merchant's pages, or to the guide. */
  path: string
}

function ChecklistItem({ state, title, why, fix, path }: ItemWords & Pick<GoLiveStep, 'state'>) {
  const { base } = useMerchant()
  const { colour, text } = states[state]
  return (
    <li>
      <div>
        <strong>{title}</strong>
        <p>{why}</p>
        {state !== 'done' &&
          (path.startsWith('/docs') ? <a href={path}>{fix}</a> : <Link href={base + path}>{fix}</Link>)}
      </div>
      <Chip state={state} colour={colour} text={text} />
    </li>
  )
}

const words = ({
  missing,
  embedded,
}: Omit<Outputs['report']['goLive'], 'items'>): Record<GoLiveStep['item'], ItemWords> => ({
  address: {
    title: 'Kassa has a public https address',
    why: 'Browsers and the card service must be able to reach it over an encrypted connection.',
    fix: 'Set BASE_URL',
    path: '/docs#going-live',
  },
  mail: {
    title: 'E-mail is sent',
    why: 'Customers get receipts, login links and notices of failed payments by e-mail.',
    fix: 'Set MAIL_FROM, and RESEND_API_KEY or SMTP_URL',
    path: '/docs#going-live',
  },
  keys: {
    title: 'Your account is connected and can take payments',
    why: 'Without it, no card can be charged.',
    fix: 'Connect your account or replace its keys above',
    path: '/settings/card-service',
  },
  service: {
    title: 'New orders use your account',
    why: 'Until then they use the simulated acquirer, which moves no money.',
    fix: 'Choose your card service above',
    path: '/settings/card-service',
  },
  notices: {
    title: 'Webhooks from the card service arrive',
    why: 'They report refunds made elsewhere, disputes and late outcomes within seconds.',
    fix: 'Make a payment, then look here again',
    path: '/orders',
  },
  secondFactor: {
    title: 'Every owner uses two-step sign-in',
    why: 'An owner’s password alone would open every payment and customer.',
    fix: 'See who is missing',
    path: '/settings/team',
  },
  backup: {
    title: 'The database and the encryption key are backed up',
    why: embedded
      ? 'Both are in the data folder of this machine; Kassa cannot see whether it is backed up.'
      : 'Without ENCRYPTION_KEY, a restored database cannot be read; Kassa cannot see your backups.',
    fix: 'What to back up',
    path: '/docs#going-live',
  },
  reconciliation: {
    title: 'Kassa’s books agree with the card service’s',
    why: 'A difference is money that only one side has recorded. Kassa compares both sides every day.',
    fix: 'See the last comparison',
    path: '/payouts/reconciliation',
  },
  callbacks: {
    title: 'Your systems are notified of events',
    why: 'A signed callback is how your shop learns of payments that nobody was waiting for.',
    fix: 'Add a callback address',
    path: '/events/callbacks',
  },
  contact: {
    title: 'Customers know who to contact',
    why: 'Receipts and the account page show your support address. Customers who can reach you dispute fewer payments.',
    fix: 'Add a support e-mail address',
    path: '/settings/branding',
  },
  company: {
    title: 'Invoices and receipts can be issued',
    why:
      missing.length === 0
        ? 'They state your company as the seller. Invoices to most businesses in the EU, Norway and Iceland are also available as Peppol XML.'
        : `They must state your company as the seller, and wait until they can. Missing: ${missing.join(', ')}.`,
    fix: 'Enter your company details',
    path: '/settings/company',
  },
  vat: {
    title: 'Orders without items have a VAT rate',
    why: 'If an order has only an amount, its receipt states the VAT at your default rate. Without one it states no VAT, and receipts cannot be changed later.',
    fix: 'Set the default VAT rate, 0 if you charge none',
    path: '/settings/company',
  },
})
