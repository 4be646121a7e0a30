'use client'

import { plannedAmount, plannedDates } from '@/server/model/subscription/preview'
import { scheduleInWords } from '@/server/model/subscription/schedule-in-words'
import { Section } from '../../_parts/detail'
import detail from '../../_parts/detail.module.css'
import { useMerchant } from '../../_parts/merchant'
import { Dates } from './dates'
import { useToday } from './day'
import { type Draft, itemsOf, scheduleOf } from './draft'
import styles from './form.module.css'
import { onDay } from './words'

const datesShown = 12
/** The most past dates that a new subscription may have. */
const mostPassed = 100

/** The parts of a subscription that stay when it is changed, and whether its dates are charged. */
export interface KeptTerms {
  due?: string | null
  billed?: string | null
  /** `paused` while the account is suspended: past dates are not charged later. */
  billing?: 'paused' | 'over'
}

/** Returns what the form currently means: the amount, the dates and what is charged immediately. */
export function usePlan(draft: Draft, { billing, ...kept }: KeptTerms = {}) {
  const today = useToday()
  const currency = draft.currency.trim().toUpperCase()
  const amount = plannedAmount(itemsOf(draft), currency)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(draft.start)
  const schedule = scheduleOf(draft)
  const planned = { schedule, start: draft.start, end: draft.end || null, ...kept }
  const all = isDay && billing !== 'over' ? plannedDates(planned, today, mostPassed + 1) : []
  const dates = billing === 'paused' ? all.filter((day) => day >= today) : all
  const passed = billing === 'paused' ? 0 : dates.filter((day) => day <= today).length
  return {
    currency,
    amount,
    words: isDay ? scheduleInWords(schedule, draft.start) : undefined,
    dates: dates.slice(0, datesShown),
    passed,
    tooMany: passed > mostPassed,
    atOnce: amount === undefined || passed === 0 ? undefined : amount * BigInt(passed),
  }
}
export type Plan = ReturnType<typeof usePlan>

/** A live preview of the form's amount and dates. */
export function Preview({ plan, draft }: { plan: Plan; draft: Draft }) {
  const { money } = useMerchant()
  const today = useToday()
  const { amount, currency, words, dates, passed, atOnce, tooMany } = plan
  return (
    <Section title="Preview" className={styles.preview}>
      {/* Screen readers announce this when typing stops. */}
      <p role="status">
        <strong>{amount === undefined ? 'The amount' : money({ amount, currency })}</strong>{' '}
        {words ?? '(choose a start date)'}
        {draft.end && words ? `, until ${onDay(draft.end, today).replace(/^on /, '')}` : ''}
        {words && draft.end && dates.length === 0 ? ' (no payment date before the end)' : ''}.
        {tooMany && ' More than 100 payment dates have passed since this start date. Choose a later one.'}
        {!tooMany && passed > 0 && (
          <span className={detail.warning}>
            {' '}
            {passed === 1 ? '1 payment date is' : `${passed} payment dates are`} already due.{' '}
            {atOnce === undefined ? 'The amount' : money({ amount: atOnce, currency })} will be charged
            immediately.
          </span>
        )}
      </p>
      <Dates narrow dates={dates} amount={amount} currency={currency} />
    </Section>
  )
}
