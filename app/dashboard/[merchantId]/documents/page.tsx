export { DocumentsPage as default } from './documents-page'

export const metadata = { title: 'Documents' }
