export { Bookkeeping as default } from './bookkeeping'

export const metadata = { title: 'Bookkeeping' }
