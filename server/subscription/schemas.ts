import * as z from 'zod'
import { callbackUrl } from '../core/callback-url'
import { currency, date, text } from '../model/fields'
import { Metadata } from '../model/metadata'
import { Items } from '../model/order/schemas'
import { Schedule } from '../model/subscription/schedule'
import { subscriptionEnd, subscriptionFields, subscriptionStart } from '../model/subscription/schemas'

const callback = () =>
  callbackUrl().meta({
    description:
      'Receives every event of its orders, and when its end is set, undone or reached. A new address receives all later events, also those of earlier orders',
  })

const settable = { ...subscriptionFields, callback: callback().optional() }

export const SubscriptionCreatable = z
  .strictObject({
    ...settable,
    notify: z.boolean().optional().meta({
      description:
        'Whether the customer is notified by e-mail that the subscription starts; true by default. False suits subscriptions that another system began',
    }),
  })
  .meta({ id: 'SubscriptionCreatable' })
export type SubscriptionCreatable = z.infer<typeof SubscriptionCreatable>

/** Replaces everything that a merchant sets. */
export const SubscriptionReplacement = z.strictObject(settable).meta({ id: 'SubscriptionReplacement' })
export type SubscriptionReplacement = z.infer<typeof SubscriptionReplacement>

/** Changes only the properties that are present; null clears an optional one. */
export const SubscriptionChange = z
  .strictObject({
    number: text().nullable().optional(),
    items: Items.optional(),
    currency: currency().optional(),
    schedule: Schedule.optional(),
    start: subscriptionStart().optional(),
    end: subscriptionEnd().nullable().optional(),
    callback: callback().nullable().optional(),
    metadata: Metadata.nullable().optional(),
  })
  .meta({
    id: 'SubscriptionChange',
    description: 'Only what is present is changed; null clears number, end, callback and metadata',
  })
export type SubscriptionChange = z.infer<typeof SubscriptionChange>

/** A change that takes effect later. */
export const SubscriptionPlan = z
  .strictObject({
    from: date().optional().meta({
      description: 'It applies to the due dates from this day on; the next due date after today by default',
    }),
    items: Items.optional(),
    currency: currency().optional(),
    schedule: Schedule.optional(),
    notify: z.boolean().optional().meta({
      description: 'Whether the customer is notified by e-mail, once for each change',
    }),
  })
  .refine((plan) => [plan.items, plan.currency, plan.schedule].some((change) => change !== undefined), {
    error: 'must have `items`, `currency` or `schedule`: a plan replaces the one before it',
  })
  .meta({ id: 'SubscriptionPlan' })
export type SubscriptionPlan = z.infer<typeof SubscriptionPlan>
