import { memberDownload, queryOf } from '@/server/http/member-download'
import { exportMovements, MovementExport } from '@/server/report/export-movements'

/** Exports the revenue movements that match the filters as CSV, for members of the merchant. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> =>
  memberDownload(request, await params, async (context) => ({
    name: 'movements',
    type: 'csv',
    content: exportMovements(context, queryOf(request, MovementExport)),
  }))
