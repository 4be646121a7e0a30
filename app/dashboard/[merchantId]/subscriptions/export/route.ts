import { csvRoute } from '@/server/http/member-download'
import { exportSubscriptions } from '@/server/subscription/export-subscriptions'

export const GET = csvRoute('subscriptions', exportSubscriptions.query, exportSubscriptions)
