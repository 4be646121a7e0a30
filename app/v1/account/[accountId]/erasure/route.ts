import { eraseAccount } from '@/server/erasure/erase-account'
import { Account } from '@/server/model/account'
import { fail } from '@/server/model/errors'
import { examples } from '@/server/model/examples'
import { accountResponse } from '@/server/rest/account-response'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { readAccount } from '@/server/store/accounts'

export const POST = endpoint(
  {
    method: 'POST',
    path: '/account/{accountId}/erasure',
    id: 'eraseAccount',
    tag: 'Accounts',
    summary: 'Erase personal data',
    description:
      'Erases what Kassa knows about the customer of an account, for good: customer, cards, metadata, tags, notes, mail, links, ' +
      'declined cards, IP addresses and browsers, including those of its orders and ended subscriptions. Documents, the ' +
      'journal, and orders with their payments stay, because the law requires you to keep books. The account stays too, with ' +
      'its id and number: nothing can be added to it, and it can never be charged again. Refused while a subscription has not ' +
      'ended, an order has not been charged or cancelled in full, a payment has no outcome yet, or a dispute is open. Send the ' +
      'request again to erase metadata, tags and notes that were added to its orders since. It changes nothing else then.',
    keys: ['private'],
    responses: {
      200: {
        schema: Account,
        description: 'The account, without personal data',
        example: examples.erasedAccount,
      },
    },
    errors: ['not found'],
    shownErrors: [
      fail('account.in-use', {
        obstacles: { subscriptions: 1, authorised: 1, unpaid: 0, running: 0, unbooked: 0, disputes: 0 },
      }),
    ],
  },
  async ({ context, params }) => {
    const id = param(params, 'accountId')
    await eraseAccount(context, id)
    return { body: accountResponse(await readAccount(context, id), context.actor) }
  },
)
