export { Security as default } from './security'

export const metadata = { title: 'Security' }
