import * as z from 'zod'

export const frequencies = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
const Frequency = z.enum(frequencies)
export type Frequency = z.infer<typeof Frequency>

const dayOffset = z.int().min(-31).max(30)

/** The allowed `offset`: how many numbers it has, and the range of the first. The last number of a pair is a day. */
const offsets = {
  daily: undefined,
  weekly: { first: z.int().min(0).max(6), hasDay: false },
  monthly: { first: dayOffset, hasDay: false },
  quarterly: { first: z.int().min(0).max(2), hasDay: true },
  yearly: { first: z.int().min(0).max(11), hasDay: true },
} as const

export const ScheduleObject = z
  .strictObject({
    frequency: Frequency,
    offset: z
      .union([z.int().min(-31).max(30), z.array(z.int().min(-31).max(30)).min(1).max(2)])
      .optional()
      .meta({
        description:
          'weekly: the weekday, 0 is Sunday. monthly: the day, 0 is the 1st, -1 the last. quarterly: the month in the ' +
          'quarter 0–2, or [month, day]. yearly: the month 0–11, or [month, day]. Days past the end of a month are its last.',
        example: [2, -1],
      }),
  })
  .superRefine(({ frequency, offset }, context) => {
    if (offset === undefined) return
    const [first, ...rest] = [offset].flat()
    // Already refused as too short.
    if (first === undefined) return
    const allowed = offsets[frequency]
    const complain = (message: string, place: number[] = []) =>
      context.addIssue({ code: 'custom', path: ['offset', ...place], message })
    if (!allowed) return complain('is not for daily schedules; leave it out')
    if (!allowed.first.safeParse(first).success)
      return complain(
        `is out of range for ${frequency}: ${ranges[frequency]}`,
        Array.isArray(offset) ? [0] : [],
      )
    if (rest.length > 0 && !allowed.hasDay) complain(`has one number for ${frequency}: ${ranges[frequency]}`)
  })

const ranges: Record<Frequency, string> = {
  daily: 'none',
  weekly: 'the weekday 0–6, 0 is Sunday',
  monthly: 'the day, 0 for the 1st up to 30, or -1 for the last down to -31',
  quarterly: 'the month in the quarter 0–2, or [month, day]',
  yearly: 'the month 0–11, or [month, day]',
}

export const Schedule = z
  .union([Frequency, ScheduleObject], { error: 'must be a frequency such as "monthly", or an object' })
  .meta({
    id: 'Schedule',
    description: 'How often: a frequency, or a frequency and an offset',
    example: { frequency: 'quarterly', offset: [2, -1] },
  })
export type Schedule = z.infer<typeof Schedule>

/** A schedule as it is stored and returned: always an object. */
export type ScheduleTerms = z.infer<typeof ScheduleObject>
