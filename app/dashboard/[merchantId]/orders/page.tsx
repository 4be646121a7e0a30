export { Orders as default } from './orders'

export const metadata = { title: 'Orders' }
