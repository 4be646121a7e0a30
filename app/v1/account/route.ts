import { z } from 'zod'
import { createAccount } from '@/server/account/create-account'
import { Account, AccountCreatable } from '@/server/model/account'
import { endpoint } from '@/server/rest/handle'
import { created, ok, pageResponse } from '@/server/rest/responses'
import { accountResponse } from '@/server/store/account-response'
import { AccountListQuery, accountListing } from '@/server/store/accounts'

export const POST = endpoint(
  {
    method: 'POST',
    path: '/account',
    id: 'createAccount',
    tag: 'Accounts',
    summary: 'Create an account',
    description:
      'With customer information and tokenised cards, if there are any. No account is created when a card is refused. ' +
      'An account that a public key creates is unconfirmed until the private key or the dashboard changes it or orders by it: ' +
      'until then its customer cannot ask for a login link, and gets few mails. After too many declined cards public keys get ' +
      '429 with `Retry-After`.',
    keys: ['public', 'private'],
    body: AccountCreatable,
    responses: created(Account, 'The account'),
    errors: ['invalid content', 'too many requests', 'backend failure', 'backend timeout'],
  },
  async ({ context, body }) => ({ body: accountResponse(await createAccount(context, body)) }),
)

export const GET = endpoint(
  {
    method: 'GET',
    path: '/account',
    id: 'listAccounts',
    tag: 'Accounts',
    summary: 'List accounts',
    description:
      'Newest first. A page ends at `limit` accounts or at about 2 MB; the `Link` header has the next one.',
    keys: ['private'],
    query: AccountListQuery,
    responses: ok(z.array(Account), 'A page of accounts'),
  },
  async ({ context, query, request }) =>
    pageResponse(request, await accountListing(context, query), accountResponse),
)
