import { z } from 'zod'
import { dateTime } from '../model/fields'

const count = () => z.int().min(0).max(100_000)

const noMoment = 'must be a date such as "2027-01-31", or a date-time such as "2027-01-31T12:00:00Z"'

export const ClockMove = z
  .strictObject({
    to: z
      .union([z.iso.date(noMoment), z.iso.datetime({ offset: true, error: noMoment })])
      .optional()
      .meta({
        description: "A date, which is its first moment in the merchant's time zone, or a date-time",
        example: '2027-01-31',
      }),
    advance: z
      .strictObject({ days: count().optional(), months: count().optional() })
      .refine(({ days = 0, months = 0 }) => days + months > 0, {
        error: 'must say how far: `days`, `months` or both',
      })
      .optional(),
  })
  .refine(({ to, advance }) => (to === undefined) !== (advance === undefined), {
    error: 'must have either `to` or `advance`',
  })
  .meta({
    id: 'ClockMove',
    description: 'Where to move the clock (`to`), or how far (`advance`); forward only',
  })
export type ClockMove = z.infer<typeof ClockMove>

export const Clock = z
  .strictObject({ now: dateTime() })
  .meta({ id: 'Clock', description: 'What time it is for the merchant' })

const done = (description: string) => z.int().min(0).meta({ description, example: 1 })

export const ClockMoved = z
  .strictObject({
    now: dateTime(),
    complete: z.boolean().meta({
      description:
        'Whether the clock is where it was to be. If not, so much fell due that time ran out on the way: move it on to `to`',
    }),
    to: dateTime().meta({ description: 'Where it was to be' }),
    orders: done('Orders of subscriptions that were made'),
    charged: done('Payments that went through'),
    failed: done('Payments that failed'),
    ended: done('Subscriptions that ended'),
    reminders: done('Payers who were told that their card expires'),
  })
  .meta({ id: 'ClockMoved', description: 'What fell due on the way, in the order of its dates' })
export type ClockMoved = z.infer<typeof ClockMoved>
