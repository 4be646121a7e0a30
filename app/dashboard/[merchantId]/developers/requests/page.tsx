export { Requests as default } from './requests'

export const metadata = { title: 'Requests' }
