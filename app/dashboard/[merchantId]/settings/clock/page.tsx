export { Clock as default } from './clock'

export const metadata = { title: 'Clock' }
