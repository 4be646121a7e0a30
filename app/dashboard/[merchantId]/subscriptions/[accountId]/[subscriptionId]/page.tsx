export { Subscription as default } from './subscription'

export const metadata = { title: 'Subscription' }
