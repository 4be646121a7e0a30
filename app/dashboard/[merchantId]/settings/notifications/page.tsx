export { Notifications as default } from './notifications'

export const metadata = { title: 'Notifications' }
