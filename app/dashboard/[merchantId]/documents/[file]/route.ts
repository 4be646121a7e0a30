import { documentFile, isFileType } from '@/server/document/document-file'
import { requireDocument } from '@/server/document/list-documents'
import { memberResponse } from '@/server/http/member-download'
import { fail } from '@/server/model/errors'

/** A document as a file, `{id}.pdf` or `{id}.xml`, for members of the merchant. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ merchantId: string; file: string }> },
): Promise<Response> {
  const { merchantId, file } = await params
  return memberResponse(request, merchantId, async (context) => {
    const [id = '', type] = file.split('.')
    if (!isFileType(type)) throw fail('not-found', { what: 'document' })
    const { content, headers } = await documentFile(context, await requireDocument(context, id), type)
    return new Response(content, { headers })
  })
}
