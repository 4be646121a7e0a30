export { ChartOfAccounts as default } from './chart-of-accounts'

export const metadata = { title: 'Chart of accounts' }
