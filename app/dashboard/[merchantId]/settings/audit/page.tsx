export { AuditLog as default } from './audit-log'

export const metadata = { title: 'Audit log' }
