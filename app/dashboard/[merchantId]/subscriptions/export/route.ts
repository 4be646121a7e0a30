import { memberDownload, queryOf } from '@/server/http/member-download'
import { exportSubscriptions, SubscriptionExport } from '@/server/subscription/export-subscriptions'

/** Exports the subscriptions that match the filters as CSV, for members of the merchant. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> =>
  memberDownload(request, await params, async (context) => ({
    name: 'subscriptions',
    type: 'csv',
    content: exportSubscriptions(context, queryOf(request, SubscriptionExport)),
  }))
