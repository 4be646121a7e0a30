import { replaceMetadata } from '@/server/annotation/metadata'
import { Metadata } from '@/server/model/metadata'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'

export const PUT = endpoint(
  {
    method: 'PUT',
    path: '/account/{accountId}/metadata',
    id: 'replaceAccountMetadata',
    tag: 'Accounts',
    summary: 'Replace the metadata of an account',
    description: 'Replaces all names and values; `{}` deletes them.',
    keys: ['private'],
    body: Metadata,
    responses: ok(Metadata, 'The stored metadata'),
    errors: ['not found'],
  },
  async ({ context, params, body }) => {
    await replaceMetadata(context, { account: param(params, 'accountId') }, { metadata: body })
    return { body }
  },
)
