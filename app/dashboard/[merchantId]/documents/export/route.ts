import { exportDocuments } from '@/server/document/export-documents'
import { DocumentSearch } from '@/server/document/search-documents'
import { memberDownload, queryOf } from '@/server/http/member-download'

/** The documents that match the filters as a ZIP of their files, for members of the merchant. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> =>
  memberDownload(request, await params, async (context) => ({
    name: 'documents',
    type: 'zip',
    content: exportDocuments(context, queryOf(request, DocumentSearch)),
  }))
