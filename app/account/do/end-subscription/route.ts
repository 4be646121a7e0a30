import { readAccount } from '@/server/account/change'
import { endSubscription } from '@/server/subscription/end-subscription'
import { idIn, posted, toAccount } from '../../../_parts/customer/posted'

/** Ends a subscription today. Does nothing if it has already ended. */
export const POST = posted(
  (form) => `/account/subscriptions/${idIn(form, 'subscription')}`,
  async ({ context, accountId }, form) => {
    const id = idIn(form, 'subscription')
    await endSubscription(context, { accountId, id })
    const { customer } = await readAccount(context, accountId)
    return { to: `/account/subscriptions/${id}`, note: customer?.email ? 'ended' : 'endedNoMail' }
  },
)

export const GET = toAccount
