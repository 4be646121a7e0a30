export { Subscriptions as default } from './subscriptions'

export const metadata = { title: 'Subscriptions' }
