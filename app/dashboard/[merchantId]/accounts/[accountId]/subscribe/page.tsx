export { Subscribe as default } from './subscribe'

export const metadata = { title: 'Add subscription' }
