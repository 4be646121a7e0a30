import type * as z from 'zod'
import { createLink, type NewLink } from '@/server/link/create-link'
import { AccountLink } from '@/server/model/account'
import { fail } from '@/server/model/errors'
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
      'Sends the customer an e-mail with a single-use link to the account page, valid for 3 days. ' +
      'The account needs a customer e-mail address and gets at most 5 links per hour. With an account key, an e-mail address ' +
      'gets at most 5 per hour across all accounts of the merchant. A private key confirms the account.',
    keys: ['private', 'account'],
    responses: {
      201: { schema: AccountLink, description: 'The link, for a private key' },
      204: { schema: null, description: 'No content, for an account key. The link is only in the e-mail' },
    },
    errors: ['not found', 'invalid content', 'too many requests'],
    shownErrors: [fail('link.no-address')],
  },
  async ({ context, params }) => {
    const link = await createLink(context, { accountId: param(params, 'accountId') })
    return context.actor.kind === 'account' ? { status: 204 } : { body: linkResponse(link) }
  },
)

/** Returns a link for callers that may see its key. */
const linkResponse = ({ row, key, url }: NewLink): z.infer<typeof AccountLink> => ({
  url,
  id: row.id,
  created: row.created.toISOString(),
  expires: row.expires.toISOString(),
  key,
  contact: row.contact,
  used: row.used !== null,
})
