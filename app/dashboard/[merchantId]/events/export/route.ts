import { memberDownload, queryOf } from '@/server/http/member-download'
import { EventExport, exportEvents } from '@/server/order/export-events'

/** Exports the events that match the filters as CSV, for members of the merchant. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> =>
  memberDownload(request, await params, async (context) => ({
    name: 'events',
    type: 'csv',
    content: exportEvents(context, queryOf(request, EventExport)),
  }))
