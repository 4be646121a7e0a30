import { subscription } from '@/db/schema'
import { capabilitiesOf, requireChargeable } from '../card/capabilities'
import { todayOf } from '../core/clock'
import type { Context } from '../core/context'
import { newSubscriptionId } from '../core/id'
import { writeMails } from '../mail/write-mails'
import { fail } from '../model/errors'
import { firstDue } from '../model/subscription/terms'
import { recipientIn } from '../store/accounts'
import type { SubscriptionRow } from '../store/subscriptions'
import { changingSubscriptions, withChargeable } from './account-subscriptions'
import { refuseBacklog } from './backlog'
import { endIfOver } from './end-subscription'
import { mailOfStart } from './mail'
import type { SubscriptionCreatable } from './schemas'
import { newTerms } from './subscription-terms'

/**
 * Adds a subscription to an account. Returns all subscriptions of the account. Throws `card-service.currency` or
 * `card-service.step` if the merchant's card service cannot charge its currency or amount.
 */
export async function createSubscription(
  context: Context,
  { accountId, subscription: input }: { accountId: string; subscription: SubscriptionCreatable },
): Promise<SubscriptionRow[]> {
  const { cardService: service } = context.merchant
  const capabilities = await capabilitiesOf(context, service)
  return changingSubscriptions(context, accountId, async (inside, existing, account) => {
    if (context.origin !== undefined && existing.some(({ origin }) => origin === context.origin)) return
    const terms = newTerms(context, input)
    requireChargeable(capabilities, { service, ...terms })
    if (terms.end !== null && terms.end < terms.start) {
      throw fail('subscription.end-before-start')
    }
    refuseBacklog(terms, todayOf(context))
    const [created] = await inside.db
      .insert(subscription)
      .values({
        ...terms,
        merchantId: context.merchant.id,
        accountId,
        id: unusedId(existing),
        due: firstDue(terms),
        origin: context.origin ?? null,
        created: context.clock.now(),
      })
      .returning()
    if (!created) throw new Error('An inserted subscription was not returned')
    const recipient = input.notify === false ? undefined : recipientIn(account)
    if (recipient)
      await writeMails(inside, [mailOfStart(withChargeable(account, created, todayOf(inside)), recipient)])
    await endIfOver(inside, created)
  })
}

function unusedId(existing: readonly SubscriptionRow[]): string {
  const id = newSubscriptionId()
  return existing.some((row) => row.id === id) ? unusedId(existing) : id
}
