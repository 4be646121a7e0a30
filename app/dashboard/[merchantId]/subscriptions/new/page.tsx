export { NewSubscription as default } from './new-subscription'

export const metadata = { title: 'Create subscription' }
