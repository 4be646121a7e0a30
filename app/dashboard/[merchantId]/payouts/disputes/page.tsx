export { Disputes as default } from './disputes'

export const metadata = { title: 'Disputes' }
