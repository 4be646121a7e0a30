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
  const min = Math.min(0, ...values)
  const max = Math.max(0, ...values)
  if (min === max) return { low: 0, high: 1, ticks: [0] }
  const exact = (max - min) / count
  const magnitude = 10 ** Math.floor(Math.log10(exact))
  const step = magnitude * (roundSteps.find((round) => round * magnitude >= exact) ?? 10)
  const last = Math.ceil(max / step - 1e-9)
  const first = Math.ceil(min / step - 1e-9)
  // Multiplied, not added up, which would accumulate errors.
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => clean((first + place) * step))
  return { low: min, high: clean(last * step), ticks }
}

/** Without the errors of binary fractions: 0.3, and not 0.30000000000000004. */
const clean = (value: number) => Number(value.toPrecision(12)) || 0
