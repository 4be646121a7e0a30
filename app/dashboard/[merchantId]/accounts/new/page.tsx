export { NewAccount as default } from './new-account'

export const metadata = { title: 'Create account' }
