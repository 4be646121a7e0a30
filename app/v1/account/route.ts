import { createAccount } from '@/server/account/create-account'
import { AccountListQuery, accountListing } from '@/server/account/list-accounts'
import { mailsAnHour } from '@/server/mail/limit'
import { Account, AccountCreatable } from '@/server/model/account'
import { accountResponse } from '@/server/rest/account-response'
import { endpoint } from '@/server/rest/handle'
import { created, pageOf, pageResponse } from '@/server/rest/responses'

export const POST = endpoint(
  {
    method: 'POST',
    path: '/account',
    id: 'createAccount',
    tag: 'Accounts',
    summary: 'Create an account',
    description:
      'Creates an account, optionally with customer information and tokenised cards. If a card is declined, no account is ' +
      'created. ' +
      'An account created with a public key is unconfirmed until a private key or the dashboard changes it or creates an order ' +
      `for it. Until then its customer cannot request a login link, and gets at most ${mailsAnHour} e-mails an hour. After too many ` +
      'new accounts or declined cards, public keys get 429 with `Retry-After`.',
    keys: ['public', 'private'],
    body: AccountCreatable,
    examples: {
      'An account with a card': {
        number: '10042',
        customer: { type: 'person', name: 'Jane Doe', email: 'jane@example.com' },
        method: [{ type: 'token', card: '$CARD_TOKEN' }],
      },
    },
    cardProperty: 'method[0].card',
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
    responses: pageOf(Account, 'A page of accounts'),
  },
  async ({ context, query, request }) =>
    pageResponse(request, await accountListing(context, query), (row) => accountResponse(row, context.actor)),
)
