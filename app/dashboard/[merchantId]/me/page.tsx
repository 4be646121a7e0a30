export { You as default } from './you'

export const metadata = { title: 'Your sign-in' }
