'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { counted } from '@/server/model/counted'
import { Activity, type ActivityItem, Collapsed } from '../../../_parts/activity'
import { useTRPC } from '../../../_parts/calls'
import { Section } from '../../../_parts/detail'
import { useMerchant } from '../../../_parts/merchant'
import { MorePages } from '../../../_parts/query-state'
import { useToday } from '../../../_parts/use-today'
import { NoteForm } from '../../_parts/note-form'
import { itemOf, type ShownEntry } from './history-item'

/** Everything that happened to an account, newest first. Consecutive events of one order are one line. */
export function History({ id, isErased }: { id: string; isErased: boolean }) {
  const trpc = useTRPC()
  const { base, money, may } = useMerchant()
  const query = useInfiniteQuery(
    trpc.account.history.infiniteQueryOptions({ id }, { getNextPageParam: ({ next }) => next }),
  )
  const shown = { base, money, accountId: id, mayAct: may('support'), today: useToday() }
  const together = (entries: readonly ShownEntry[]): ActivityItem => {
    const [first, ...earlier] = entries.map((entry) => itemOf(entry, shown))
    if (!first) throw new Error('A group of entries was empty')
    if (earlier.length === 0) return first
    const title = `${counted(earlier.length, 'earlier event')} of this order`
    const more = (
      <>
        {first.more}
        <Collapsed title={title}>
          <Activity items={earlier} max={50} />
        </Collapsed>
      </>
    )
    return { ...first, more }
  }
  return (
    <Section title="Activity">
      {may('support') && !isErased && <NoteForm about={{ subject: 'account', id }} />}
      <MorePages what="Activity" query={query} loading={240} more="Show older activity">
        {(pages) => (
          <Activity items={grouped(pages.flatMap(({ rows }) => rows)).map(together)} max={10_000} />
        )}
      </MorePages>
    </Section>
  )
}

/** Groups consecutive entries of one order. */
function grouped(entries: readonly ShownEntry[]): ShownEntry[][] {
  const groups: ShownEntry[][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    const before = last?.[0]
    if (before?.kind === 'order' && entry.kind === 'order' && before.facts.order === entry.facts.order)
      last?.push(entry)
    else groups.push([entry])
  }
  return groups
}
