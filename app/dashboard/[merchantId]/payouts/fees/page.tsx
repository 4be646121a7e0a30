export { Fees as default } from './fees'

export const metadata = { title: 'Fees' }
