'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Activity, type Happening } from '../../../_parts/activity'
import { useTRPC } from '../../../_parts/calls'
import { Section } from '../../../_parts/detail'
import { useMerchant } from '../../../_parts/merchant'
import {
  callbackHappening,
  deedHappening,
  documentHappening,
  mailHappening,
  noteHappening,
} from '../../_parts/happenings'
import { NoteForm } from '../../_parts/note-form'
import { eventHappening } from './event-happening'
import type { OrderDetail } from './order-action'

/** Everything that happened to an order, newest first: its events, mail, callbacks, documents, notes and changes. */
export function OrderActivity({ order }: { order: OrderDetail }) {
  const trpc = useTRPC()
  const { base, money, may } = useMerchant()
  const about = { subject: 'order', id: order.id } as const
  const { data: notes = [] } = useQuery(trpc.note.list.queryOptions(about))
  const { data: deeds = [] } = useQuery(trpc.audit.about.queryOptions({ order: order.id }))
  const { data: documents = [] } = useQuery(trpc.document.about.queryOptions({ order: order.id }))
  const { data: mail } = useQuery(trpc.mail.list.queryOptions({ order: order.id }))
  const { data: callbacks } = useQuery(trpc.callback.list.queryOptions({ order: order.id }))
  const shown = { base, mayAct: may('support') }
  const happenings: Happening[] = [
    // Newest first already, because several events can have the same moment.
    ...order.events.toReversed().map((event) => eventHappening(order, event, money)),
    ...notes.map((note) => noteHappening(note, { ...shown, about })),
    ...deeds.map(deedHappening),
    ...documents.map((document) => documentHappening(document, shown)),
    ...(mail?.rows ?? []).map((each) => mailHappening(each, shown)),
    ...(callbacks?.rows ?? []).map((each) => callbackHappening(each, shown)),
  ]
  return (
    <Section title="Activity">
      {may('support') && <NoteForm about={about} />}
      <Activity happenings={happenings.toSorted(newestFirst)} />
      {callbacks?.next !== undefined && (
        <p>
          <Link href={`${base}/events/callbacks?order=${order.id}`}>Older callbacks</Link>
        </p>
      )}
    </Section>
  )
}

const newestFirst = (one: Happening, other: Happening) => other.at.getTime() - one.at.getTime()
