'use client'

import { useQuery } from '@tanstack/react-query'
import { Activity } from '../../../../_parts/activity'
import { useTRPC } from '../../../../_parts/calls'
import { Section } from '../../../../_parts/detail'
import { auditItem } from '../../../_parts/activity-items'

/** What was done to a subscription, newest first. */
export function Changes({ account, id }: { account: string; id: string }) {
  const { data: actions = [] } = useQuery(useTRPC().audit.about.queryOptions({ account, subscription: id }))
  if (actions.length === 0) return null
  return (
    <Section title="Activity">
      <Activity items={actions.map(auditItem)} />
    </Section>
  )
}
