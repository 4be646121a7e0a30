import { changeAccount } from '@/server/account/change-account'
import { Account, AccountLanguage } from '@/server/model/account'
import { accountResponse } from '@/server/rest/account-response'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'
import { readAccount } from '@/server/store/accounts'

export const PUT = endpoint(
  {
    method: 'PUT',
    path: '/account/{accountId}/language',
    id: 'setAccountLanguage',
    tag: 'Accounts',
    summary: 'Set the language of an account',
    description: 'The language of mail and documents. Those that exist already keep theirs.',
    keys: ['private'],
    body: AccountLanguage,
    examples: { Swedish: { language: 'sv' } },
    responses: ok(Account, 'The account'),
    errors: ['not found'],
  },
  async ({ context, params, body }) => {
    const id = param(params, 'accountId')
    await changeAccount(context, { id, ...body })
    return { body: accountResponse(await readAccount(context, id), context.actor) }
  },
)
