import { requireDocument } from '@/server/document/list-documents'
import { Document, documentResponse } from '@/server/rest/document-response'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'

export const GET = endpoint(
  {
    method: 'GET',
    path: '/document/{documentId}',
    id: 'getDocument',
    tag: 'Documents',
    summary: 'Get a document',
    keys: ['private', 'account'],
    responses: ok(Document, 'The document'),
    errors: ['not found'],
  },
  async ({ context, params }) => ({
    body: documentResponse(await requireDocument(context, param(params, 'documentId')), context),
  }),
)
