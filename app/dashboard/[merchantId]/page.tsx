export { Home as default } from './home'

export const metadata = { title: 'Home' }
