'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { useMerchant } from '../../_parts/merchant'
import { Tabbed } from '../../_parts/tabbed'
import { Attempts } from './attempts'
import { DeliveryList } from './delivery-list'
import { DocumentList } from './documents'
import { MailList } from './mail-list'

const shown = 10

/** The failed attempts, documents and mail of an order or account, and the callbacks of an order. */
export function Related(about: { order: string } | { account: string }) {
  const trpc = useTRPC()
  const order = 'order' in about ? about.order : undefined
  const { data: issued } = useQuery(trpc.document.about.queryOptions(about))
  const { data: mail } = useQuery(trpc.mail.list.queryOptions(about))
  const { data: failed } = useQuery(trpc.attempt.list.queryOptions(about))
  const { data: callbacks } = useQuery(
    trpc.callback.list.queryOptions({ order }, { enabled: order !== undefined }),
  )
  const mails = mail?.rows ?? []
  const deliveries = callbacks?.rows ?? []
  return (
    <Tabbed
      label="Related"
      tabs={[
        {
          name: 'Failed attempts',
          count: failed?.attempts.length ?? 0,
          isMore: failed?.next !== undefined,
          content: <Attempts of={about} />,
        },
        {
          name: 'Documents',
          count: issued?.documents.length ?? 0,
          isMore: issued?.isMore ?? false,
          content: (
            <>
              <DocumentList documents={issued?.documents ?? []} />
              {issued?.isMore && 'account' in about && (
                <All at={`/documents?account=${about.account}`}>All documents of this account</All>
              )}
            </>
          ),
        },
        {
          name: 'Mail',
          count: mails.length,
          isMore: mail?.next !== undefined,
          content: (
            <>
              <MailList mails={mails.slice(0, shown)} />
              {(mail?.next !== undefined || mails.length > shown) && (
                <All at={`/events/mail?${new URLSearchParams(about)}`}>
                  {order === undefined ? 'All mail to this account' : 'All mail about this order'}
                </All>
              )}
            </>
          ),
        },
        {
          name: 'Callbacks',
          count: deliveries.length,
          isMore: callbacks?.next !== undefined,
          content: (
            <>
              <DeliveryList deliveries={deliveries.slice(0, shown)} />
              {(callbacks?.next !== undefined || deliveries.length > shown) && (
                <All at={`/events/callbacks?order=${order}`}>All callbacks for this order</All>
              )}
            </>
          ),
        },
      ]}
    />
  )
}

/** A link to the complete list. */
function All({ at, children }: { at: string; children: string }) {
  const { base } = useMerchant()
  return (
    <p>
      <Link href={base + at} prefetch={false}>
        {children}
      </Link>
    </p>
  )
}
