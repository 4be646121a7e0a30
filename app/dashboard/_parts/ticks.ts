/** An axis: round ticks, and the values at its ends. */
export interface Axis {
  low: number
  high: number
  ticks: number[]
}

const roundSteps = [1, 2, 2.5, 5, 10]

/**
 * Returns an axis with about `count` steps that fits values. It includes 0 and ends at a tick above; below 0 it reaches
 * only as far as the values do.
 */
export function axisFor(values: readonly number[], count = 4): Axis {
  const least = Math.min(0, ...values)
  const most = Math.max(0, ...values)
  if (least === most) return { low: 0, high: 1, ticks: [0] }
  const exact = (most - least) / count
  const magnitude = 10 ** Math.floor(Math.log10(exact))
  const step = magnitude * (roundSteps.find((round) => round * magnitude >= exact) ?? 10)
  const last = Math.ceil(most / step - 1e-9)
  const first = Math.ceil(least / step - 1e-9)
  // Multiplied, not added up, which would accumulate errors.
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => clean((first + place) * step))
  return { low: least, high: clean(last * step), ticks }
}

/** Without the errors of binary fractions: 0.3, and not 0.30000000000000004. */
const clean = (value: number) => Number(value.toPrecision(12)) || 0
