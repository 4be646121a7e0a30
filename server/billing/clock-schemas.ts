import * as z from 'zod'
import { dateTime } from '../model/fields'

const count = () => z.int().min(0).max(100_000)

const noMoment = 'must be a date such as "2027-01-31", or a date-time such as "2027-01-31T12:00:00Z"'

export const ClockMove = z
  .strictObject({
    to: z
      .union([z.iso.date(noMoment), z.iso.datetime({ offset: true, error: noMoment })])
      .optional()
      .meta({
        description: "A date (midnight in the merchant's time zone) or a date-time",
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
    description: 'The time to move the clock to (`to`), or how far to move it (`advance`); forward only',
  })
export type ClockMove = z.infer<typeof ClockMove>

export const Clock = z
  .strictObject({ now: dateTime() })
  .meta({ id: 'Clock', description: "The merchant's time", example: { now: '2027-01-30T23:00:00.000Z' } })

const done = (description: string) => z.int().min(0).meta({ description, example: 1 })

export const ClockMoved = z
  .strictObject({
    now: dateTime(),
    complete: z.boolean().meta({
      description:
        'Whether the clock has reached its target. If not, so much fell due that time ran out: move it to `to` again',
    }),
    to: dateTime().meta({ description: 'The target' }),
    orders: done('Orders created for subscriptions'),
    charged: done('Successful payments'),
    failed: done('Failed payments'),
    ended: done('Subscriptions that ended'),
    reminders: done('Payers reminded that their card expires'),
  })
  .meta({
    id: 'ClockMoved',
    description: 'What fell due on the way, in order of date',
    example: {
      now: '2027-01-30T23:00:00.000Z',
      complete: true,
      to: '2027-01-30T23:00:00.000Z',
      orders: 3,
      charged: 3,
      failed: 0,
      ended: 0,
      reminders: 1,
    },
  })
export type ClockMoved = z.infer<typeof ClockMoved>
