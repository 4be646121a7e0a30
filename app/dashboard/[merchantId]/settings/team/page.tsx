export { Team as default } from './team'

export const metadata = { title: 'Team' }
