export { Keys as default } from './keys'

export const metadata = { title: 'Developers' }
