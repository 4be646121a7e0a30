import { documentFile, isFileType } from '@/server/document/document-file'
import { requireDocument } from '@/server/document/list-documents'
import { fail } from '@/server/model/errors'
import { Document, documentResponse } from '@/server/rest/document-response'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'

export const GET = endpoint(
  {
    method: 'GET',
    path: '/document/{documentId}',
    id: 'getDocument',
    tag: 'Documents',
    summary: 'Get a document',
    description:
      'With `.pdf` or `.xml` after the id, responds with the file: a PDF, which also contains the invoice as Factur-X ' +
      'XML, or a Peppol BIS Billing 3.0 invoice. Responds 409 if the document has no number yet, or lacks ' +
      'details that an electronic invoice requires, such as the name and country of the buyer on a receipt. Peppol also ' +
      'needs a VAT number or an organisation number of seller and buyer, because invoices are addressed to it.',
    keys: ['private', 'account'],
    responses: {
      200: {
        schema: Document,
        description: 'The document, or its file',
        files: ['application/pdf', 'application/xml'],
      },
    },
    errors: ['not found', 'conflict'],
    shownErrors: [fail('document.waiting')],
  },
  async ({ context, params }) => {
    const asked = param(params, 'documentId')
    const [id = '', type, ...rest] = asked.split('.')
    if (rest.length > 0 || !isFileType(type))
      return { body: documentResponse(await requireDocument(context, asked), context) }
    const { content, headers } = await documentFile(context, await requireDocument(context, id), type)
    return { body: content, headers }
  },
)
