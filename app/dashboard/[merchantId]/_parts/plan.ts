import { type Day, isDay } from '@/server/model/calendar'
import type { Money } from '@/server/model/money/money'
import type { PlannedChange } from '@/server/model/subscription/planned-change'
import { plannedAmount, plannedDates } from '@/server/model/subscription/preview'
import { hasDatesOf, hasPriceOf } from '@/server/model/subscription/same-terms'
import type { ScheduleTerms } from '@/server/model/subscription/schedule'
import { scheduleInWords } from '@/server/model/subscription/schedule-in-words'
import { maxPassed } from '@/server/model/subscription/terms'
import { type Draft, itemsOf, scheduleOf } from './draft'

const datesShown = 12

/** What a change leaves as it is, and whether dates are charged. */
export interface KeptTerms {
  due?: string | null
  billed?: string | null
  /** `paused` while the account is suspended: past dates are not charged later. */
  billing?: 'paused' | 'over'
  /** The end of the paid period, if the subscription ends with it. With that end, nothing more is charged. */
  paidUntil?: Day | null | undefined
  /** A change that is already planned, with the terms that it sets itself. */
  planned?: { from: Day; sets: Omit<PlannedChange, 'from'> } | null
  /** The terms that apply before a day, if the form's terms apply from then on, in place of what was planned. */
  until?: TermsFrom | undefined
}

interface Terms {
  schedule: ScheduleTerms
  /** Missing while the form has none. */
  amount: bigint | undefined
  currency: string
}

interface TermsFrom extends Terms {
  from: Day
}

/** The plan of a form: the amount, the dates and what is charged immediately. */
export function planOf(
  draft: Draft,
  { billing, paidUntil, planned, until, ...kept }: KeptTerms,
  { today, locale }: { today: Day; locale: string },
) {
  /** The form's terms with what a planned change sets. What it leaves open is the form's, as when it is made. */
  const termsWith = ({
    items = itemsOf(draft, locale),
    currency = draft.currency,
    schedule = scheduleOf(draft),
  }: Omit<PlannedChange, 'from'>): Terms => ({ schedule, currency, amount: plannedAmount(items, currency) })
  const own = termsWith({})
  const [first, later] = until
    ? [until, { ...own, from: until.from }]
    : [own, planned ? { ...termsWith(planned.sets), from: planned.from } : undefined]
  const dates =
    isDay(draft.start) && billing !== 'over' && !(paidUntil && draft.end === paidUntil)
      ? plannedDates(
          {
            ...{ start: draft.start, end: draft.end || null, ...kept, schedule: first.schedule },
            ...{ planned: later ?? null, paused: billing === 'paused' },
          },
          today,
          maxPassed + 1,
        )
      : []
  const passed = billing === 'paused' || until ? 0 : dates.filter((day) => day <= today).length
  const termsOn = (day: Day): Terms => (later && day >= later.from ? later : first)
  const { amount, currency } = own
  return {
    currency,
    amount,
    start: draft.start,
    words: isDay(draft.start) ? scheduleInWords(own.schedule, draft.start) : undefined,
    dates: dates.slice(0, datesShown),
    termsOn,
    amountOn(day: Day): Money | undefined {
      const on = termsOn(day)
      return on.amount === undefined ? undefined : { amount: on.amount, currency: on.currency }
    },
    /** The first date that the change applies to. */
    firstChanged: dates.find((day) => day >= (until?.from ?? day)),
    /** The first date that is charged by the form's price. There is none if another price is planned from then on. */
    firstNew: dates.find((day) => day >= (until?.from ?? day) && hasPriceOf(termsOn(day), own)),
    /** Another price that is already planned for later, and stays so. */
    laterPrice: laterPriceIn({ own, later, dates }),
    passed,
    tooMany: passed > maxPassed,
    isNew: kept.due === undefined,
    atOnce: amount === undefined || passed === 0 ? undefined : amount * BigInt(passed),
  }
}

/** `own`: the terms of the form. `later`: those from a day on. */
function laterPriceIn({
  own,
  later,
  dates,
}: {
  own: Terms
  later: TermsFrom | undefined
  dates: readonly Day[]
}) {
  if (!later || later.amount === undefined || hasPriceOf(later, own) || dates.length === 0) return undefined
  return { from: later.from, amount: later.amount, currency: later.currency }
}

export type Plan = ReturnType<typeof planOf>

interface DatedTerms extends Terms {
  start: Day
}

/**
 * Whether a customer who is notified of a change gets an e-mail: the first payment that it applies to has another price
 * or schedule than before, as in `mailOfChange`. `planned`: the terms from its day on that were planned before, unless the
 * change replaces them.
 */
export function isWorthMail(
  before: DatedTerms & { planned?: TermsFrom | null },
  { firstChanged: day, termsOn, start }: Plan,
): boolean {
  if (day === undefined) return false
  const { planned } = before
  const old = planned && day >= planned.from ? { ...planned, start: before.start } : before
  const terms = { ...termsOn(day), start }
  return !(hasPriceOf(old, terms) && hasDatesOf(old, terms))
}
