import type { InTransaction } from '../core/context'
import { claimContinueMail } from '../mail/limit'
import { writeMails } from '../mail/write-mails'
import { type AccountRow, recipientIn } from '../store/accounts'
import type { SubscriptionRow } from '../store/subscriptions'
import { mailOfContinuation } from './mail'

/**
 * Notifies the customer that a subscription is billed again. A customer who ended it got a mail that no further periods
 * are billed, so whoever undoes or replaces that end, that mail must not be the last word.
 */
export async function notifyIfContinued(
  context: InTransaction,
  account: AccountRow,
  { before, after }: { before: SubscriptionRow; after: SubscriptionRow },
): Promise<void> {
  const { due } = after
  const wasEnding = before.ended === null && before.ending?.by === 'customer' && before.due === null
  if (!wasEnding || due === null) return
  const recipient = recipientIn(account)
  if (!recipient || !('id' in (await claimContinueMail(context, after)))) return
  const by = context.actor.kind === 'account' ? 'customer' : 'merchant'
  await writeMails(context, [mailOfContinuation({ ...after, due }, recipient, by)])
}
