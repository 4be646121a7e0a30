import { AccountKey, createAccountKey } from '@/server/account/account-key'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { created } from '@/server/rest/responses'

export const POST = endpoint(
  {
    method: 'POST',
    path: '/account/{accountId}/key',
    id: 'createAccountKey',
    tag: 'Accounts',
    summary: 'Create an account key',
    description:
      'A key for this account only, addressed as `me`. It is valid for 3 days and shown only once.',
    keys: ['private'],
    responses: created(AccountKey, 'The key'),
    errors: ['not found'],
  },
  async ({ context, params }) => ({ body: await createAccountKey(context, param(params, 'accountId')) }),
)
