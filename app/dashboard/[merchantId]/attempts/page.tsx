export { Attempts as default } from './attempts'

export const metadata = { title: 'Failed attempts' }
