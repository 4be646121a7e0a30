export { Payouts as default } from './payouts'

export const metadata = { title: 'Payouts' }
