export { Mail as default } from './mail'

export const metadata = { title: 'Mail' }
