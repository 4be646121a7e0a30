export { Branding as default } from './branding'

export const metadata = { title: 'Branding' }
