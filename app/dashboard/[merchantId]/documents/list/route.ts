import { DocumentListExport, exportDocumentList } from '@/server/document/export-document-list'
import { memberDownload, queryOf } from '@/server/http/member-download'

/** Exports the list of documents that match the filters as CSV, for members of the merchant. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> =>
  memberDownload(request, await params, async (context) => ({
    name: 'documents',
    type: 'csv',
    content: exportDocumentList(context, queryOf(request, DocumentListExport)),
  }))
