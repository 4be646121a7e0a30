export { Accounts as default } from './accounts'

export const metadata = { title: 'Accounts' }
