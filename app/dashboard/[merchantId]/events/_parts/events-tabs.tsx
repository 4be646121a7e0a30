import { Tabs } from '../../../_parts/tabs'

const tabs = [
  { path: '/events', name: 'Order events' },
  { path: '/events/callbacks', name: 'Callbacks' },
  { path: '/events/mail', name: 'Mail' },
] as const

export const EventsTabs = () => <Tabs name="Events" tabs={tabs} />
