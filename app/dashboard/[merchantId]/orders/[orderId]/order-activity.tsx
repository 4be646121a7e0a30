'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Activity, type ActivityItem } from '../../../_parts/activity'
import { useTRPC } from '../../../_parts/calls'
import { Section } from '../../../_parts/detail'
import { useMerchant } from '../../../_parts/merchant'
import { auditItem, callbackItem, documentItem, mailItem, noteItem } from '../../_parts/activity-items'
import { disputeItems } from '../../_parts/dispute-items'
import { NoteForm } from '../../_parts/note-form'
import { eventItem } from './event-item'
import type { OrderDetail } from './order-action'

/** Everything that happened to an order, newest first: its events, disputes, mail, callbacks, documents, notes and changes. */
export function OrderActivity({ order }: { order: OrderDetail }) {
  const trpc = useTRPC()
  const format = useMerchant()
  const { base, may } = format
  const about = { subject: 'order', id: order.id } as const
  const { data: notes = [] } = useQuery(trpc.note.list.queryOptions(about))
  const { data: actions = [] } = useQuery(trpc.audit.about.queryOptions({ order: order.id }))
  const { data: issued } = useQuery(trpc.document.about.queryOptions({ order: order.id }))
  const { data: mail } = useQuery(trpc.mail.list.queryOptions({ order: order.id }))
  const { data: callbacks } = useQuery(trpc.callback.list.queryOptions({ order: order.id }))
  const shown = { base, mayAct: may('support') }
  const items: ActivityItem[] = [
    // Newest first already, because these can have the same moment: what an event led to comes before it.
    ...(callbacks?.rows ?? []).map((each) => callbackItem(each, shown)),
    ...(mail?.rows ?? []).map((each) => mailItem(each, shown)),
    ...(issued?.documents ?? []).map((document) => documentItem(document, shown)),
    ...order.events.toReversed().map((event) => eventItem(order, event, format)),
    ...order.disputes.flatMap((dispute) => disputeItems(dispute, format.money)),
    ...notes.map((note) => noteItem(note, { ...shown, about })),
    ...actions.map(auditItem),
  ]
  return (
    <Section title="Activity">
      {may('support') && <NoteForm about={about} />}
      <Activity items={items.toSorted(newestFirst)} />
      {callbacks?.next !== undefined && (
        <p>
          <Link href={`${base}/events/callbacks?order=${order.id}`}>Older callbacks</Link>
        </p>
      )}
    </Section>
  )
}

const newestFirst = (one: ActivityItem, other: ActivityItem) => other.at.getTime() - one.at.getTime()
