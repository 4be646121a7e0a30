export { CompanySettings as default } from './company'

export const metadata = { title: 'Company' }
