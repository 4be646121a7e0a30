import type { SubscriptionStatus } from '@/server/subscription/state'
import list from '../../_parts/list.module.css'

/** Reuses the colours of order and account states. */
const colours = { active: 'active', retrying: 'pending', suspended: 'suspended', ended: 'ended' } as const

export const StateChips = ({ states }: { states: readonly SubscriptionStatus[] }) => (
  <span className={list.states}>
    {states.map((state) => (
      <span key={state} className={list.state} data-state={colours[state]}>
        {state}
      </span>
    ))}
  </span>
)
