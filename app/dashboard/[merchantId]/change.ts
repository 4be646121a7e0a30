import type { FigureChange } from '../_parts/tile'

/** Formats a change from an earlier figure, as a share of it. `more`: whether more is good, bad or neither. */
export function changeOf(
  now: bigint | number,
  before: bigint | number,
  {
    more,
    number,
  }: {
    more?: 'good' | 'bad' | undefined
    number: (value: number, options: Intl.NumberFormatOptions) => string
  },
): FigureChange | undefined {
  const [current, earlier] = [Number(now), Number(before)]
  if (current === earlier) return earlier === 0 ? undefined : { words: 'no change', direction: 'same' }
  if (earlier === 0) return undefined
  const share = (current - earlier) / Math.abs(earlier)
  if (Math.round(share * 1000) === 0) return { words: 'no change', direction: 'same' }
  const direction = share > 0 ? 'up' : 'down'
  const judged = { direction, ...(more && { isGood: (more === 'good') === (direction === 'up') }) } as const
  // A percentage of a negative figure, or to one, has no meaning.
  if (current < 0 || earlier < 0) return { words: direction, ...judged }
  const percent = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const
  const words =
    Math.abs(share) >= 10
      ? `× ${number(current / earlier, { maximumFractionDigits: 0 })}`
      : number(share, percent)
  return { words, ...judged }
}

/** Formats the difference between two shares, in percentage points. */
export function pointsOf(
  now: number,
  before: number | undefined,
  {
    more,
    number,
  }: { more: 'good' | 'bad'; number: (value: number, options: Intl.NumberFormatOptions) => string },
): FigureChange | undefined {
  if (before === undefined) return undefined
  const points = Math.round((now - before) * 1000) / 10
  if (points === 0) return { words: 'no change', direction: 'same' }
  const direction = points > 0 ? 'up' : 'down'
  const words = `${number(points, { signDisplay: 'always', maximumFractionDigits: 1 })} points`
  return { words, direction, isGood: (more === 'good') === (direction === 'up') }
}
