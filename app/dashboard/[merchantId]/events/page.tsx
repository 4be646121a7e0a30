export { Events as default } from './events'

export const metadata = { title: 'Events' }
