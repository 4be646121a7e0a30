import * as z from 'zod'
import { pageQuery } from '@/server/core/page'
import { orderDocumentListing } from '@/server/document/list-documents'
import { Document, documentResponse } from '@/server/rest/document-response'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { pageOf, pageResponse } from '@/server/rest/responses'

export const GET = endpoint(
  {
    method: 'GET',
    path: '/order/{orderId}/document',
    id: 'listOrderDocuments',
    tag: 'Documents',
    summary: 'List the documents of an order',
    description:
      'One for each charge and refund, newest first. They are issued within seconds after the money has moved.',
    keys: ['private', 'account'],
    query: z.strictObject(pageQuery),
    responses: pageOf(Document, 'A page of documents'),
    errors: ['not found'],
  },
  async ({ context, params, query, request }) =>
    pageResponse(
      request,
      await orderDocumentListing(context, { orderId: param(params, 'orderId'), ...query }),
      (row) => documentResponse(row, context),
    ),
)
