import * as z from 'zod'
import { addMethod } from '@/server/account/add-method'
import { selectMethods } from '@/server/account/rearrange-methods'
import { Method, MethodCreatable, MethodSelection } from '@/server/model/account'
import { methodResponse } from '@/server/rest/account-response'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { created, ok } from '@/server/rest/responses'

export const POST = endpoint(
  {
    method: 'POST',
    path: '/account/{accountId}/method',
    id: 'addMethod',
    tag: 'Accounts',
    summary: 'Add a card',
    description:
      'The one-time token cannot be used again. The first card of an account is its default. A card that is added while something ' +
      'is unpaid is charged at once and becomes the default; with a public key, it becomes the default only if the payment succeeds, ' +
      'and a decline leaves the retries as they were. Adding the same card twice results in one method. A public key can pay with cards added with a public or private key, but not with those added with an ' +
      'account key or on the account page, even if it adds them again. After too many declined cards, public and ' +
      'account keys get 429 with `Retry-After`. A private key confirms the account.',
    keys: ['public', 'private', 'account'],
    body: MethodCreatable,
    cardProperty: 'card',
    responses: created(Method, 'The method'),
    errors: ['not found', 'invalid content', 'too many requests', 'backend failure', 'backend timeout'],
  },
  async ({ context, params, body }) => ({
    body: methodResponse(await addMethod(context, { id: param(params, 'accountId'), method: body })),
  }),
)

export const PUT = endpoint(
  {
    method: 'PUT',
    path: '/account/{accountId}/method',
    id: 'selectMethods',
    tag: 'Accounts',
    summary: 'Choose which cards to keep',
    description:
      'The first becomes the default, and is charged at once if something is unpaid. Cards that are not listed are ' +
      'removed. While something is unpaid, account keys that choose another default after too many declined cards get 429 with `Retry-After`.',
    keys: ['private', 'account'],
    body: MethodSelection,
    responses: ok(z.array(Method), 'The remaining methods, the default first'),
    errors: ['not found', 'invalid content', 'too many requests'],
  },
  async ({ context, params, body }) => ({
    body: (await selectMethods(context, { id: param(params, 'accountId'), selection: body })).map(
      methodResponse,
    ),
  }),
)
