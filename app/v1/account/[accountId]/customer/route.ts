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
      'Replaces the whole customer. Omitted fields are deleted. If a private key changes the e-mail address, sessions opened through login links to the old address end. If an account key changes or removes it, the old address is notified by e-mail. After 5 changes in an hour, further ones get 429. The key of a login link cannot change it: customers do so on the account page, where the new address is confirmed.',
    keys: ['private', 'account'],
    body: Customer,
    responses: ok(Customer, 'The customer, as it was sent'),
    errors: ['not found', 'too many requests'],
  },
  async ({ context, params, body }) => ({
    body: await replaceCustomer(context, { id: param(params, 'accountId'), customer: body }),
  }),
)
