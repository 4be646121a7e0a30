import { changeAccount, readAccount } from '@/server/account/change'
import { Account, AccountChange } from '@/server/model/account'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'
import { accountResponse } from '@/server/store/account-response'

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
    body: accountResponse(await readAccount(context, param(params, 'accountId'))),
  }),
)

export const PATCH = endpoint(
  {
    method: 'PATCH',
    path: '/account/{accountId}',
    id: 'changeAccount',
    tag: 'Accounts',
    summary: 'Change an account',
    description:
      'Changes only the given properties. Mail and documents that exist already keep their language.',
    keys: ['private'],
    body: AccountChange,
    examples: { Swedish: { language: 'sv' } },
    responses: ok(Account, 'The account'),
    errors: ['not found'],
  },
  async ({ context, params, body }) => {
    const id = param(params, 'accountId')
    await changeAccount(context, { id, ...body })
    return { body: accountResponse(await readAccount(context, id)) }
  },
)
