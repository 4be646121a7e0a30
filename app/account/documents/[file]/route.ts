import { documentFile, isFileType } from '@/server/document/document-file'
import { requireDocument } from '@/server/document/list-documents'
import { seeOther } from '@/server/http/see-other'
import { hasCode } from '@/server/model/errors'
import { findVisit } from '../../../_parts/customer/visit'

/** A document of the customer as a file: `{id}.pdf` or `{id}.xml`. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const { visit } = await findVisit(request.headers)
  // The page for logging in leads back to the orders.
  if (!visit) return seeOther('/account/orders')
  const [id = '', type] = (await params).file.split('.')
  if (!isFileType(type)) return gone()
  try {
    const row = await requireDocument(visit.context, id)
    const { content, headers } = await documentFile(visit.context, row, type)
    return new Response(content, { headers })
  } catch (error) {
    if (hasCode(error, 'not-found', 'document.waiting', 'document.no-xml')) return gone()
    throw error
  }
}

/** The document of another account, perhaps because another one has logged in since in another tab. */
const gone = () => seeOther('/account/gone')
