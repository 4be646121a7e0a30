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
  const { base } = useMerchant()
  const trpc = useTRPC()
  const order = 'order' in about ? about.order : undefined
  const { data: issued } = useQuery(trpc.document.about.queryOptions(about))
  const { data: mail } = useQuery(trpc.mail.list.queryOptions(about))
  const { data: failed } = useQuery(trpc.attempt.list.queryOptions(about))
  const { data: callbacks } = useQuery(
    trpc.callback.list.queryOptions({ order }, { enabled: order !== undefined }),
  )
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
                <p>
                  <Link href={`${base}/documents?account=${about.account}`}>
                    All documents of this account
                  </Link>
                </p>
              )}
            </>
          ),
        },
        {
          name: 'Mail',
          count: mail?.rows.length ?? 0,
          isMore: mail?.next !== undefined,
          content: (
            <MailList
              rows={mail?.rows ?? []}
              isMore={mail?.next !== undefined}
              about={about}
              all={order === undefined ? 'All mail to this account' : 'All mail about this order'}
            />
          ),
        },
        {
          name: 'Callbacks',
          count: callbacks?.rows.length ?? 0,
          isMore: callbacks?.next !== undefined,
          content: (
            <>
              <DeliveryList deliveries={callbacks?.rows.slice(0, shown) ?? []} />
              {(callbacks?.rows.length ?? 0) > shown && (
                <p>
                  <Link href={`${base}/events/callbacks?order=${order}`}>All callbacks for this order</Link>
                </p>
              )}
            </>
          ),
        },
      ]}
    />
  )
}
