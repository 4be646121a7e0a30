export { Account as default } from './account'

export const metadata = { title: 'Account' }
