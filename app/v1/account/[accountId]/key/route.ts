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
    summary: 'Make an account key',
    description:
      'A key that acts on this account alone, addressed as `me`; valid for 3 days. It is shown this once.',
    keys: ['private'],
    responses: created(AccountKey, 'The key'),
    errors: ['not found'],
  },
  async ({ context, params }) => ({ body: await createAccountKey(context, param(params, 'accountId')) }),
)
