'use client'

import { isDay } from '@/server/model/calendar'
import { maxPassed } from '@/server/model/subscription/terms'
import { Section } from '../../_parts/detail'
import detail from '../../_parts/detail.module.css'
import { useMerchant } from '../../_parts/merchant'
import { useToday } from '../../_parts/use-today'
import { Dates } from './dates'
import type { Draft } from './draft'
import styles from './form.module.css'
import { type KeptTerms, type Plan, planOf } from './plan'
import { onDay, plannedPriceInWords } from './words'

/** Returns what the form currently means. */
export function usePlan(draft: Draft, kept: KeptTerms = {}): Plan {
  const today = useToday()
  const { locale } = useMerchant()
  return planOf(draft, kept, { today, locale })
}

/** A live preview of the form's amount and dates. */
export function Preview({ plan, draft }: { plan: Plan; draft: Draft }) {
  const { money } = useMerchant()
  const today = useToday()
  const { amount, currency, words, dates, passed, atOnce, tooMany, isNew, laterPrice } = plan
  return (
    <Section title="Preview" className={styles.preview}>
      {/* Screen readers announce this when typing stops. */}
      <p role="status">
        <strong>{amount === undefined ? 'The amount' : money({ amount, currency })}</strong>{' '}
        {words ?? '(choose a start date)'}
        {isDay(draft.end) && words ? `, until ${onDay(draft.end, today).replace(/^on /, '')}` : ''}
        {words && isDay(draft.end) && dates.length === 0 ? ' (no payment date before the end)' : ''}.
        {laterPrice && ` ${plannedPriceInWords(money(laterPrice), laterPrice.from, today)}`}
        {tooMany &&
          (isNew
            ? ` More than ${maxPassed} payment dates have passed since this start date. Choose a later one.`
            : ` More than ${maxPassed} payment dates are already due.`)}
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
