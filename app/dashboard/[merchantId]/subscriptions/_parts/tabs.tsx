import { Tabs } from '../../../_parts/tabs'

const tabs = [
  { path: '/subscriptions', name: 'All subscriptions' },
  { path: '/subscriptions/movements', name: 'Revenue movements' },
] as const

/** Links between the list of subscriptions and what changed their revenue. */
export const SubscriptionsTabs = () => <Tabs name="Subscriptions" tabs={tabs} />
