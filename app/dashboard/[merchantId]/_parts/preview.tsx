'use client'

import { type Day, isDay } from '@/server/model/calendar'
import type { Money } from '@/server/model/money/money'
import { plannedAmount, plannedDates } from '@/server/model/subscription/preview'
import type { ScheduleTerms } from '@/server/model/subscription/schedule'
import { scheduleInWords } from '@/server/model/subscription/schedule-in-words'
import { Section } from '../../_parts/detail'
import detail from '../../_parts/detail.module.css'
import { useMerchant } from '../../_parts/merchant'
import { useToday } from '../../_parts/use-today'
import { Dates } from './dates'
import { type Draft, itemsOf, scheduleOf } from './draft'
import styles from './form.module.css'
import { onDay } from './words'

const datesShown = 12
/** How many past dates a new subscription may have. */
const maxPassed = 100

/** What a change leaves as it is, and whether dates are charged. */
export interface KeptTerms {
  due?: string | null
  billed?: string | null
  /** `paused` while the account is suspended: past dates are not charged later. */
  billing?: 'paused' | 'over'
  /** The end of the paid period, if the subscription ends with it. With that end, nothing more is charged. */
  paidUntil?: Day | null | undefined
  /** A change of these terms that is already planned. */
  planned?: TermsFrom | null
  /** The terms that apply before a day, if the form's terms apply from then on. */
  until?: TermsFrom | undefined
}

/** Terms that change on a day. */
interface TermsFrom {
  from: Day
  schedule: ScheduleTerms
  amount: bigint
  currency: string
}

/** Returns what the form currently means: the amount, the dates and what is charged immediately. */
export function usePlan(draft: Draft, { billing, paidUntil, planned, until, ...kept }: KeptTerms = {}) {
  const today = useToday()
  const { locale } = useMerchant()
  const { currency } = draft
  const amount = plannedAmount(itemsOf(draft, locale), currency)
  const schedule = scheduleOf(draft)
  const own = amount === undefined ? undefined : { amount, currency }
  const later = until ? { from: until.from, schedule } : (planned ?? null)
  const amounts = until ? [until, own] : [own, planned ?? undefined]
  const terms = { start: draft.start, end: draft.end || null, ...kept, schedule: until?.schedule ?? schedule }
  const dates =
    isDay(draft.start) && billing !== 'over' && !(paidUntil && draft.end === paidUntil)
      ? plannedDates({ ...terms, planned: later, paused: billing === 'paused' }, today, maxPassed + 1)
      : []
  const passed = billing === 'paused' || until ? 0 : dates.filter((day) => day <= today).length
  const amountOn = (day: Day): Money | undefined => amounts[later && day >= later.from ? 1 : 0]
  return {
    currency,
    amount,
    words: isDay(draft.start) ? scheduleInWords(schedule, draft.start) : undefined,
    dates: dates.slice(0, datesShown),
    amountOn,
    /** The first date that is charged by the form's terms. */
    firstNew: dates.find((day) => day >= (until?.from ?? day)),
    passed,
    tooMany: passed > maxPassed,
    isNew: kept.due === undefined,
    atOnce: amount === undefined || passed === 0 ? undefined : amount * BigInt(passed),
  }
}
export type Plan = ReturnType<typeof usePlan>

/** A live preview of the form's amount and dates. */
export function Preview({ plan, draft }: { plan: Plan; draft: Draft }) {
  const { money } = useMerchant()
  const today = useToday()
  const { amount, currency, words, dates, passed, atOnce, tooMany, isNew } = plan
  return (
    <Section title="Preview" className={styles.preview}>
      {/* Screen readers announce this when typing stops. */}
      <p role="status">
        <strong>{amount === undefined ? 'The amount' : money({ amount, currency })}</strong>{' '}
        {words ?? '(choose a start date)'}
        {isDay(draft.end) && words ? `, until ${onDay(draft.end, today).replace(/^on /, '')}` : ''}
        {words && isDay(draft.end) && dates.length === 0 ? ' (no payment date before the end)' : ''}.
        {tooMany &&
          (isNew
            ? ' More than 100 payment dates have passed since this start date. Choose a later one.'
            : ' More than 100 payment dates are already due.')}
        {!tooMany && passed > 0 && (
          <span className={detail.warning}>
            {' '}
            {passed === 1 ? '1 payment date is' : `${passed} payment dates are`} already due.{' '}
            {atOnce === undefined ? 'The amount' : money({ amount: atOnce, currency })} will be charged
            immediately.
          </span>
        )}
      </p>
      <Dates narrow dates={dates} amountOn={plan.amountOn} />
    </Section>
  )
}
