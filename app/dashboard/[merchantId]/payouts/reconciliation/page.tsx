export { Reconciliation as default } from './reconciliation'

export const metadata = { title: 'Reconciliation' }
