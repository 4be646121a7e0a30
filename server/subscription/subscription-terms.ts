import { todayOf } from '../core/clock'
import type { Context } from '../core/context'
import { storedMetadata } from '../model/metadata'
import { priced } from '../model/order/price'
import { scheduleTerms } from '../model/subscription/dates'
import type { SubscriptionRow } from '../store/subscriptions'
import type { SubscriptionReplacement } from './schemas'

/** The terms of a subscription that its merchant sets, with the amount in minor units. */
export type SubscriptionTerms = Pick<
  SubscriptionRow,
  'number' | 'items' | 'currency' | 'amount' | 'schedule' | 'start' | 'end' | 'callback' | 'metadata'
>

/** Returns the terms that a request sets. The start is today unless given. */
export function newTerms(context: Context, input: SubscriptionReplacement): SubscriptionTerms {
  return {
    number: input.number ?? null,
    items: input.items,
    currency: input.currency,
    amount: priced(input.items, input.currency).amount,
    schedule: scheduleTerms(input.schedule),
    start: input.start ?? todayOf(context),
    end: input.end ?? null,
    callback: input.callback ?? null,
    metadata: storedMetadata(input.metadata),
  }
}
