'use client'

import { plannedAmount, plannedDates } from '@/server/model/subscription/preview'
import { scheduleInWords } from '@/server/model/subscription/words'
import { useMerchant } from '../../_parts/merchant'
import { Dates } from './dates'
import { useToday } from './day'
import { type Draft, itemsOf, scheduleOf } from './draft'
import styles from './form.module.css'
import { onDay } from './words'

const datesShown = 12
/** A new subscription may not have more dates than that behind it. */
const mostPassed = 100

/** What of a subscription stays when it is changed, and whether any date of it is charged. */
export interface Kept {
  due?: string | null
  billed?: string | null
  /** `paused` while its account is suspended: dates that pass are not caught up. */
  billing?: 'paused' | 'over'
}

/** What the form comes to, as it is now: the amount, its dates, and what is charged at once. */
export function usePlan(draft: Draft, { billing, ...kept }: Kept = {}) {
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

/** Says what the form means while it is being filled in. */
export function Coming({ plan, draft }: { plan: Plan; draft: Draft }) {
  const { money } = useMerchant()
  const today = useToday()
  const { amount, currency, words, dates, passed, atOnce, tooMany } = plan
  return (
    <section className={styles.coming} aria-labelledby="coming">
      <h2 id="coming">What it means</h2>
      {/* Said to who hears the page, once they have stopped typing. */}
      <p role="status">
        <strong>{amount === undefined ? 'The amount' : money(amount, currency)}</strong>{' '}
        {words ?? 'from a start that is still to be chosen'}
        {draft.end && words ? `, until ${onDay(draft.end, today).replace(/^on /, '')}` : ''}
        {words && draft.end && dates.length === 0 ? ': no date of it comes before its end' : ''}.
        {tooMany && ' More than a hundred dates have passed since this start. Choose a later one.'}
        {!tooMany && passed > 0 && (
          <span className={styles.warning}>
            {' '}
            {passed === 1 ? 'One date has come' : `${passed} dates have come`} already:{' '}
            {atOnce === undefined ? 'it is' : `${money(atOnce, currency)} is`} charged at once.
          </span>
        )}
      </p>
      <Dates narrow dates={dates} amount={amount} currency={currency} />
    </section>
  )
}
