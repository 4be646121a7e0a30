export { Request as default } from './request'

export const metadata = { title: 'Request' }
