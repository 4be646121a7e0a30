import { Tabs } from '../../_parts/tabs'

/** Orders, and the attempts that failed. */
export const OrderTabs = () => (
  <Tabs
    name="Orders"
    tabs={[
      { path: '/orders', name: 'All orders' },
      { path: '/attempts', name: 'Failed attempts' },
    ]}
  />
)
