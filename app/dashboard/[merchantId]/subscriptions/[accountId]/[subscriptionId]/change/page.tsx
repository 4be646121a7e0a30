export { Change as default } from './change'

export const metadata = { title: 'Change a subscription' }
