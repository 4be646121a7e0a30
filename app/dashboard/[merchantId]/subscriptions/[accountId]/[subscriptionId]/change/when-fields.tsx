'use client'

import { Radio, Stack } from '@mantine/core'
import type { Day } from '@/server/model/calendar'
import { DayField } from '../../../../../_parts/day-field'
import { wholeDay } from '../../../../../_parts/day-words'
import { Section } from '../../../../../_parts/detail'
import { flawsIn } from '../../../../../_parts/flaws'
import { useToday } from '../../../../../_parts/use-today'
import form from '../../../../_parts/form.module.css'
import { onDay } from '../../../../_parts/words'

/** When a change takes effect. */
export type When = 'now' | 'due' | 'day'

/** Fields for when a change of the items, the currency or the schedule takes effect. */
export function WhenFields({
  when,
  setWhen,
  day,
  setDay,
  isAsked,
  nextDue,
  plannedFrom,
  error,
}: {
  when: When
  setWhen: (when: When) => void
  day: Day
  setDay: (day: Day) => void
  /** Whether the user tried to save: only then is a missing day an error. */
  isAsked: boolean
  nextDue: Day | undefined
  /** The day of a change that is already planned. */
  plannedFrom: Day | undefined
  error: unknown
}) {
  const today = useToday()
  const isLate = /^\d{4}-/.test(day) && day <= today
  return (
    <Section title="When it takes effect" className={form.group}>
      <Radio.Group
        label="When it takes effect"
        labelProps={{ className: 'visually-hidden' }}
        value={when}
        onChange={(value) => setWhen(value === 'due' || value === 'day' ? value : 'now')}
      >
        <Stack gap={8}>
          <Radio
            value="now"
            label="Now"
            description={
              plannedFrom
                ? `All payments that are not charged yet get the new terms. What is planned to change ${onDay(plannedFrom, today)} still changes.`
                : 'All payments that are not charged yet get the new terms.'
            }
          />
          {nextDue !== undefined && (
            <Radio value="due" label={`On the next due date, ${wholeDay(nextDue)}`} />
          )}
          <Radio value="day" label="On another day" />
        </Stack>
      </Radio.Group>
      {when === 'day' && (
        <DayField
          label="Day of the change"
          value={day}
          change={setDay}
          description="Payments due from this day on get the new terms."
          error={
            day === '' && isAsked
              ? 'Choose a day.'
              : isLate
                ? 'Choose a day after today, or change it now.'
                : flawsIn(error, 'plan.', [/^from$/]).at('from')
          }
        />
      )}
      {when !== 'now' && (
        <p>
          The items, currency and schedule change{' '}
          {when === 'due' && nextDue ? onDay(nextDue, today) : 'on that day'}. Nothing is charged or refunded
          in part. You can withdraw the change until then. Other fields change now.
        </p>
      )}
    </Section>
  )
}
