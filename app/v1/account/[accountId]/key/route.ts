import { AccountKey, createAccountKey } from '@/server/account/account-key'
import { made } from '@/server/rest/answers'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'

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
    answers: made(AccountKey, 'The key'),
    errors: ['not found'],
  },
  async ({ context, params }) => ({ body: await createAccountKey(context, param(params, 'accountId')) }),
)
