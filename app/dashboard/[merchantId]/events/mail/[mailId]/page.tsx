export { SentMail as default } from './sent-mail'

export const metadata = { title: 'Mail' }
