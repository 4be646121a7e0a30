export { Payout as default } from './payout'

export const metadata = { title: 'Payout' }
