import { z } from 'zod'
import { Items } from '../order/schemas'
import { amount, callbackUrl, currency, date, text, url } from '../schema/fields'
import { Schedule, ScheduleObject } from './schedule'

const callback = () =>
  callbackUrl().meta({ description: 'Told of every event of its orders, and of its own end' })
const start = () =>
  date().meta({ description: "No due date comes before it; today in the merchant's time zone by default" })
const end = () => date().meta({ description: 'No due date comes after it' })

const creatable = {
  number: text().optional().meta({ description: "The caller's subscription number", example: 'S-1' }),
  items: Items,
  currency: currency(),
  schedule: Schedule,
  start: start().optional(),
  end: end().optional(),
  callback: callback().optional(),
}

export const SubscriptionCreatable = z.strictObject(creatable).meta({ id: 'SubscriptionCreatable' })
export type SubscriptionCreatable = z.infer<typeof SubscriptionCreatable>

/** Only what is present is changed; null clears what is optional. */
export const SubscriptionChange = z
  .strictObject({
    number: text().nullable().optional(),
    items: Items.optional(),
    currency: currency().optional(),
    schedule: Schedule.optional(),
    start: start().optional(),
    end: end().nullable().optional(),
    callback: callback().nullable().optional(),
  })
  .meta({
    id: 'SubscriptionChange',
    description: 'Only what is present is changed; null clears number, end and callback',
  })
export type SubscriptionChange = z.infer<typeof SubscriptionChange>

export const Subscription = z
  .strictObject({
    ...creatable,
    callback: url().optional(),
    id: z
      .string()
      .regex(/^[A-Za-z]{4}$/)
      .meta({ description: '4 letters', example: 'kGhT' }),
    schedule: ScheduleObject,
    start: date(),
    due: date().optional().meta({ description: 'The next due date; left out when nothing more is to come' }),
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.infer<typeof Subscription>

export const Upcoming = z
  .strictObject({ date: date(), amount: amount(), currency: currency() })
  .meta({ id: 'Upcoming', description: 'A date to come, and what will be charged on it' })
export type Upcoming = z.infer<typeof Upcoming>

export const PreviewQuery = z.strictObject({
  count: z
    .preprocess(
      (given) => (typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : given),
      z.int().min(1).max(100),
    )
    .default(12)
    .meta({ description: 'How many dates at most', example: 12 }),
})
