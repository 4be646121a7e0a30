import { Account } from '@/server/model/account'
import { accountResponse } from '@/server/rest/account-response'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'
import { readAccount } from '@/server/store/accounts'

export const GET = endpoint(
  {
    method: 'GET',
    path: '/account/{accountId}',
    id: 'getAccount',
    tag: 'Accounts',
    summary: 'Get an account',
    keys: ['private', 'account'],
    responses: ok(Account, 'The account'),
    errors: ['not found'],
  },
  async ({ context, params }) => ({
    body: accountResponse(await readAccount(context, param(params, 'accountId')), context.actor),
  }),
)
