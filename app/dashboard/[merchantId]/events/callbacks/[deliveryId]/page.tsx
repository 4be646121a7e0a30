export { Delivery as default } from './delivery'

export const metadata = { title: 'Callback' }
