export { Vat as default } from './vat'

export const metadata = { title: 'VAT' }
