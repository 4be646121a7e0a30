import { DocumentListQuery, documentListing } from '@/server/document/list-documents'
import { Document, documentResponse } from '@/server/rest/document-response'
import { endpoint } from '@/server/rest/handle'
import { pageOf, pageResponse } from '@/server/rest/responses'

export const GET = endpoint(
  {
    method: 'GET',
    path: '/document',
    id: 'listDocuments',
    tag: 'Documents',
    summary: 'List documents',
    description:
      'Newest first. An account key sees the documents of its account. A page ends at `limit` documents or at about ' +
      '2 MB; the `Link` header has the next one.',
    keys: ['private', 'account'],
    query: DocumentListQuery,
    responses: pageOf(Document, 'A page of documents'),
  },
  async ({ context, query, request }) =>
    pageResponse(request, await documentListing(context, query), (row) => documentResponse(row, context)),
)
