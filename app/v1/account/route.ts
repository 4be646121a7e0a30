import { z } from 'zod'
import { accountAnswer } from '@/server/account/answer'
import { createAccount } from '@/server/account/create'
import { AccountListQuery, listAccounts } from '@/server/account/queries'
import { Account, AccountCreatable } from '@/server/account/schemas'
import { made, ok, pageAnswer } from '@/server/rest/answers'
import { endpoint } from '@/server/rest/handle'

export const POST = endpoint(
  {
    method: 'POST',
    path: '/account',
    id: 'createAccount',
    tag: 'Accounts',
    summary: 'Create an account',
    description:
      'With customer information and tokenised cards, if there are any. A card that is refused makes no account.',
    keys: ['public', 'private'],
    body: AccountCreatable,
    answers: made(Account, 'The account'),
    errors: ['invalid content', 'backend failure', 'backend timeout'],
  },
  async ({ context, body }) => ({ body: accountAnswer(await createAccount(context, body)) }),
)

export const GET = endpoint(
  {
    method: 'GET',
    path: '/account',
    id: 'listAccounts',
    tag: 'Accounts',
    summary: 'List accounts',
    description: 'Newest first. The next page stands in the `Link` header.',
    keys: ['private'],
    query: AccountListQuery,
    answers: ok(z.array(Account), 'A page of accounts'),
  },
  async ({ context, query, request }) =>
    pageAnswer(request, await listAccounts(context.db, context.merchant.id, query), accountAnswer),
)
