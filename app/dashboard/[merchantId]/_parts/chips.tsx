import type { SubscriptionStatus } from '@/server/subscription/state'
import list from '../../_parts/list.module.css'

/** The colours that states of orders and accounts have already. */
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
