import { exportDocuments } from '@/server/document/export-documents'
import { DocumentSearch } from '@/server/document/search-documents'
import { contentError } from '@/server/http/flaws'
import { memberDownload } from '@/server/http/member-download'

/** The documents that match the filters as a ZIP of their files, for members of the merchant. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> =>
  memberDownload(request, await params, async (context) => {
    const given = Object.fromEntries(new URL(request.url).searchParams)
    const search = DocumentSearch.safeParse(given)
    if (!search.success) throw contentError(search.error.issues, given)
    return { name: 'documents', type: 'zip', content: exportDocuments(context, search.data) }
  })
