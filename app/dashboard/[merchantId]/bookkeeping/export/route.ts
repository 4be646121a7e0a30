import { memberDownload, queryOf } from '@/server/http/member-download'
import { exportJournal } from '@/server/journal/export-csv'
import { exportDatev } from '@/server/journal/export-datev'
import { exportSie } from '@/server/journal/export-sie'
import { JournalExport } from '@/server/journal/period'

/** Exports the journal of a period as CSV, SIE or DATEV, for members of the merchant. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> =>
  memberDownload(request, await params, async (context) => {
    const data = queryOf(request, JournalExport)
    const { from, to } = data
    const period = `${from}-${to}`
    switch (data.format) {
      case 'csv':
        return { name: `journal-${period}`, type: 'csv', content: exportJournal(context, data) }
      case 'sie':
        return {
          name: `journal-${data.currency}-${period}`,
          type: 'sie',
          content: exportSie(context, data),
        }
      case 'datev':
        return { name: `EXTF_journal-${period}`, type: 'datev', content: exportDatev(context, data) }
    }
  })
