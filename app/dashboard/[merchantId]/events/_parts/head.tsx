import { Tabs } from '../../../_parts/tabs'

const tabs = [
  { path: '/events', name: 'Order events' },
  { path: '/events/callbacks', name: 'Callbacks' },
] as const

export const EventsHead = () => (
  <>
    <h1>Events</h1>
    <Tabs name="Events" tabs={tabs} />
  </>
)
