import { replaceCustomer } from '@/server/account/change-account'
import { Customer } from '@/server/model/account'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'

export const PUT = endpoint(
  {
    method: 'PUT',
    path: '/account/{accountId}/customer',
    id: 'replaceCustomer',
    tag: 'Accounts',
    summary: 'Replace the customer information',
    description:
      'Replaces all customer information. Omitted fields are deleted. If a private key changes the e-mail address, sessions opened through login links to the old address end. If an account key changes or removes it, the old address is notified by e-mail. After 5 changes in an hour, further ones get 429. An account key from a login link cannot change the e-mail address: customers do so on the account page, where the new address is confirmed.',
    keys: ['private', 'account'],
    body: Customer,
    responses: ok(Customer, 'The stored customer information'),
    errors: ['not found', 'too many requests'],
  },
  async ({ context, params, body }) => ({
    body: await replaceCustomer(context, { id: param(params, 'accountId'), customer: body }),
  }),
)
