export { Callbacks as default } from './callbacks'

export const metadata = { title: 'Callbacks' }
