import { hasCode } from '@/server/model/errors'
import { undoEnd } from '@/server/subscription/end-subscription'
import { handleAccountForm, idIn, toAccount } from '../../../_parts/customer/handle-form'

/** Undoes an end that the customer requested and that has not come, if price and dates are still as the page showed. */
export const POST = handleAccountForm(
  (form) => `/account/subscriptions/${idIn(form, 'subscription')}`,
  async ({ context, accountId }, form) => {
    const id = idIn(form, 'subscription')
    const to = `/account/subscriptions/${id}`
    try {
      await undoEnd(context, { accountId, id, expected: form.get('terms') })
      return { to, note: 'continues' }
    } catch (error) {
      if (hasCode(error, 'subscription.ended', 'subscription.end-not-undoable', 'subscription.changed'))
        return { to, note: 'changed' }
      throw error
    }
  },
)

export const GET = toAccount
