import { Tabs } from '../../../_parts/tabs'

const payoutTabs = [
  { path: '/payouts', name: 'Payouts' },
  { path: '/payouts/fees', name: 'Fees' },
  { path: '/payouts/disputes', name: 'Disputes' },
  { path: '/payouts/reconciliation', name: 'Reconciliation' },
] as const

export const PayoutsTabs = () => <Tabs name="Payouts" tabs={payoutTabs} />
