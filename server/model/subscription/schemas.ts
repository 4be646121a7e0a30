import * as z from 'zod'
import { examples } from '../examples'
import { amount, currency, date, text, url, wholeNumberText } from '../fields'
import { Metadata } from '../metadata'
import { Items } from '../order/schemas'
import { Schedule, ScheduleObject } from './schedule'

export const subscriptionStart = () =>
  date().meta({ description: "No due date comes before it; today in the merchant's time zone by default" })
export const subscriptionEnd = () => date().meta({ description: 'The last possible due date' })

/** The fields of a subscription that callers set, except its callback address. */
export const subscriptionFields = {
  number: text().optional().meta({ description: "The caller's subscription number", example: 'S-1' }),
  items: Items,
  currency: currency(),
  schedule: Schedule,
  start: subscriptionStart().optional(),
  end: subscriptionEnd().optional(),
  metadata: Metadata.optional(),
}

export const Subscription = z
  .strictObject({
    ...subscriptionFields,
    callback: url().optional(),
    id: z
      .string()
      .regex(/^[A-Za-z]{4}$/)
      .meta({ description: '4 letters', example: 'kGhT' }),
    schedule: ScheduleObject,
    start: date(),
    due: date().optional().meta({ description: 'The next due date; omitted if there is none' }),
    planned: z
      .strictObject({
        from: date().meta({ description: 'It applies to the due dates from this day on' }),
        items: Items.optional(),
        currency: currency().optional(),
        schedule: ScheduleObject.optional(),
        amount: amount().meta({ description: 'What each of these dates will cost' }),
      })
      .optional()
      .meta({
        description:
          'A change that takes effect later: what it changes, and the amount from then on. Only with a private key',
        example: { from: '2026-12-31', items: 299, amount: 299 },
      }),
  })
  .meta({ id: 'Subscription', example: examples.subscription })
export type Subscription = z.infer<typeof Subscription>

export const Upcoming = z.strictObject({ date: date(), amount: amount(), currency: currency() }).meta({
  id: 'Upcoming',
  description: 'An upcoming due date and the amount to be charged',
  example: { date: '2026-06-30', amount: 249, currency: 'SEK' },
})
export type Upcoming = z.infer<typeof Upcoming>

export const PreviewQuery = z.strictObject({
  count: wholeNumberText({ min: 1, max: 100 })
    .default(12)
    .meta({ description: 'Maximum number of dates', example: 12 }),
})
