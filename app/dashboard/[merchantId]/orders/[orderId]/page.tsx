export { Order as default } from './order'

export const metadata = { title: 'Order' }
