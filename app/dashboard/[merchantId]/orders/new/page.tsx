export { NewOrder as default } from './new-order'

export const metadata = { title: 'Create order' }
