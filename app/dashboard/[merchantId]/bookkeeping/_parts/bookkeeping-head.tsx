import { Tabs } from '../../../_parts/tabs'

const tabs = [
  { path: '/bookkeeping', name: 'Journal' },
  { path: '/bookkeeping/accounts', name: 'Chart of accounts' },
] as const

export const BookkeepingHead = () => (
  <>
    <h1>Bookkeeping</h1>
    <Tabs name="Bookkeeping" tabs={tabs} />
  </>
)
