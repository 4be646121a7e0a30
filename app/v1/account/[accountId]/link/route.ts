import { createLink } from '@/server/link/create-link'
import { linkResponse } from '@/server/link/link-response'
import { AccountLink } from '@/server/model/account'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'

export const POST = endpoint(
  {
    method: 'POST',
    path: '/account/{accountId}/link',
    id: 'createLink',
    tag: 'Accounts',
    summary: 'Send a login link',
    description:
      'Sends the customer an e-mail with a link to the account page, which works once and for 3 days. ' +
      'The account needs a customer e-mail, and gets at most 5 links an hour. With an account key at most 5 an hour are sent ' +
      'to an e-mail address, over all accounts of the merchant. The private key confirms the account.',
    keys: ['private', 'account'],
    responses: {
      201: { schema: AccountLink, description: 'The link, to a private key' },
      204: { schema: null, description: 'Nothing, to an account key: the e-mail is the answer' },
    },
    errors: ['not found', 'invalid content', 'too many requests'],
  },
  async ({ context, params }) => {
    const link = await createLink(context, { accountId: param(params, 'accountId') })
    return context.actor.kind === 'account' ? { status: 204 } : { body: linkResponse(link) }
  },
)
