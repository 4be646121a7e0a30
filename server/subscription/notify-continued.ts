import type { InTransaction } from '../core/context'
import { claimContinueMail } from '../mail/limit'
import { writeMails } from '../mail/write-mails'
import { hasCustomerLeft } from '../model/subscription/terms'
import { type AccountRow, recipientIn } from '../store/accounts'
import type { SubscriptionRow } from '../store/subscriptions'
import { mailOfContinuation } from './mail'

/**
 * Notifies a customer who has ended a subscription that it is billed again, no matter who undid or replaced that end.
 * The earlier confirmation says that no further periods are billed.
 */
export async function notifyIfContinued(
  context: InTransaction,
  account: AccountRow,
  { before, after }: { before: SubscriptionRow; after: SubscriptionRow },
): Promise<void> {
  const { due } = after
  if (before.ended !== null || !hasCustomerLeft(before) || due === null) return
  const recipient = recipientIn(account)
  if (!recipient || !('id' in (await claimContinueMail(context, after)))) return
  const by = context.actor.kind === 'account' ? 'customer' : 'merchant'
  await writeMails(context, [mailOfContinuation({ ...after, due }, recipient, by)])
}
