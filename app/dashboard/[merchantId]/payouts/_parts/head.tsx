import { Tabs } from '../../../_parts/tabs'

const tabs = [
  { path: '/payouts', name: 'Payouts' },
  { path: '/payouts/disputes', name: 'Disputes' },
  { path: '/payouts/reconciliation', name: 'Reconciliation' },
] as const

export const PayoutsHead = () => (
  <>
    <h1>Payouts</h1>
    <Tabs name="Payouts" tabs={tabs} />
  </>
)
