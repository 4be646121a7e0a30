import { hasCode } from '@/server/model/errors'
import { readAccount } from '@/server/store/accounts'
import { endSubscription } from '@/server/subscription/end-subscription'
import { handleAccountForm, idIn, toAccount } from '../../../_parts/customer/handle-form'

/**
 * Ends a subscription at the end of the paid period, if that is the day that the page named. Does nothing if it has
 * already ended.
 */
export const POST = handleAccountForm(
  (form) => `/account/subscriptions/${idIn(form, 'subscription')}`,
  async ({ context, accountId }, form) => {
    const id = idIn(form, 'subscription')
    const to = `/account/subscriptions/${id}`
    try {
      const expected = form.get('last')
      const all = await endSubscription(context, {
        ...{ accountId, id, on: 'period' },
        ...(expected && { expected }),
      })
      const isAhead = all.some((row) => row.id === id && row.ended === null)
      const { customer } = await readAccount(context, accountId)
      if (isAhead) return { to, note: customer?.email ? 'ending' : 'endingNoMail' }
      return { to, note: customer?.email ? 'ended' : 'endedNoMail' }
    } catch (error) {
      if (hasCode(error, 'subscription.end-changed')) return { to, note: 'changed' }
      if (hasCode(error, 'subscription.ended')) return { to }
      throw error
    }
  },
)

export const GET = toAccount
