export { Movements as default } from './movements'

export const metadata = { title: 'Revenue movements' }
