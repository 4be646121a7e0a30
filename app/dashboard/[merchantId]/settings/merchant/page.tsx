export { Merchant as default } from './merchant'

export const metadata = { title: 'Merchant' }
