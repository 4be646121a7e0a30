import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../core/context'
import type { RecordedChange, RecordedTerms } from '../model/subscription/recorded-terms'
import { itemsInShort, scheduleInWords } from '../model/subscription/schedule-in-words'
import { namesOfActors } from '../order/actors'
import type { SubscriptionRef } from '../store/subscriptions'
import { changesOf } from '../subscription/history'
import { dayInWords, sayIn, type ValueFormat } from './audit-text'

/** Returns the latest changes of a subscription's terms in words, and who made them, newest first. */
export async function changesInWords(context: Context, named: SubscriptionRef & { limit: number }) {
  const rows = await changesOf(context, named)
  const nameOf = await namesOfActors(context, rows)
  const say = sayIn(context.merchant.locale)
  return rows.map(({ sequence, date, actor, change }) => ({
    ...{ id: `change ${sequence}`, date, by: nameOf({ actor }) ?? 'Kassa' },
    words: changeInWords(change, say).join('. '),
  }))
}

/** Describes a change, with a sentence for each part: "Price changed from 9.00 € to 12.00 €". */
export function changeInWords({ before, after }: RecordedChange, say: ValueFormat): string[] {
  if (before === null) return [creation(after, say)]
  const changed = sentences.flatMap((sentence) => sentence(before, after, say) ?? [])
  return isPlanMade(before, after)
    ? ['Planned change applied', ...changed]
    : [...changed, ...planning(before, after, say)]
}

const creation = ({ price, dates, end }: Partial<RecordedTerms>, say: ValueFormat): string => {
  const terms = [price && priceOf(price, say), dates && datesOf(dates)].filter(Boolean).join(' ')
  const from = dates ? ` from ${dayInWords(dates.start)}` : ''
  return `Created: ${terms}${from}${end ? ` until ${dayInWords(end)}` : ''}`
}

type Sentence = (
  before: Partial<RecordedTerms>,
  after: Partial<RecordedTerms>,
  say: ValueFormat,
) => string | undefined

const sentences: readonly Sentence[] = [
  ({ price: was }, { price: is }, say) => {
    if (!was || !is) return undefined
    const [old, now] = [priceOf(was, say), priceOf(is, say)]
    if (old !== now) return `Price changed from ${old} to ${now}`
    const [what, other] = [itemsInShort(was.items), itemsInShort(is.items)]
    return what === other ? 'Items changed' : `Items changed from ${what} to ${other}`
  },
  ({ dates: was }, { dates: is }) => {
    if (!was || !is) return undefined
    const [old, now] = [datesOf(was), datesOf(is)]
    return old === now
      ? `Start changed from ${dayInWords(was.start)} to ${dayInWords(is.start)}`
      : `Payment dates changed from ${old} to ${now}`
  },
  (_, { ended, end }) => (ended ? `Ended${end ? ` on ${dayInWords(end)}` : ''}` : undefined),
  (before, { ended, end }) => {
    if (end === undefined || ended) return undefined
    const was = before.end
    if (end === null) return was ? `End removed: it was to end on ${dayInWords(was)}` : undefined
    return was ? `End moved from ${dayInWords(was)} to ${dayInWords(end)}` : `End set to ${dayInWords(end)}`
  },
  (before, after) => fromTo('Number', before.number, after.number),
  (before, after) => fromTo('Callback address', before.callback, after.callback),
]

const fromTo = (name: string, was: string | null | undefined, is: string | null | undefined) => {
  if (is === undefined) return undefined
  if (is === null) return `${name} removed: it was ${was}`
  return was ? `${name} changed from ${was} to ${is}` : `${name} set to ${is}`
}

/** Whether a planned change has become the terms. A request can also withdraw it and set other terms. */
function isPlanMade(
  { planned }: Partial<RecordedTerms>,
  { price, dates, planned: now }: Partial<RecordedTerms>,
): boolean {
  if (!planned || now !== null || (!price && !dates)) return false
  return (
    (!price || isDeepStrictEqual(price, planned.price)) && (!dates || isDeepStrictEqual(dates, planned.dates))
  )
}

function planning(
  { planned: was }: Partial<RecordedTerms>,
  { planned: is, ended }: Partial<RecordedTerms>,
  say: ValueFormat,
): string[] {
  if (is === undefined || ended) return []
  if (is === null) return was ? [`Planned change withdrawn: it was for ${dayInWords(was.from)}`] : []
  const what = `${priceOf(is.price, say)} ${datesOf(is.dates)} from ${dayInWords(is.from)}`
  return [was ? `Planned change replaced: ${what}` : `Change planned: ${what}`]
}

const priceOf = ({ amount, currency }: RecordedTerms['price'], { money }: ValueFormat) =>
  money(amount, currency)

const datesOf = ({ schedule, start }: RecordedTerms['dates']) => scheduleInWords(schedule, start)
