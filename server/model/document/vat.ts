/** A percentage with up to six decimals as an integer. */
const micros = (rate: number): bigint => BigInt(Math.round(rate * 1e6))

/** The VAT contained in a gross amount, in minor units: gross × rate / (100 + rate), rounded half up. */
export function vatIn(gross: bigint, rate: number): bigint {
  const part = micros(rate)
  const whole = micros(100) + part
  return (2n * gross * part + whole) / (2n * whole)
}

/**
 * Splits an amount in proportion to `weights`, whose sum it does not exceed. The parts add up exactly, and none exceeds
 * its weight: the minor units left over by rounding down go to the largest remainders.
 */
export function spread(amount: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n)
  if (amount > sum) throw new RangeError(`${amount} cannot be spread over ${sum}`)
  if (sum === 0n) return weights.map(() => 0n)
  const parts = weights.map((weight) => (amount * weight) / sum)
  let left = amount - parts.reduce((total, part) => total + part, 0n)
  const byRemainder = weights
    .map((weight, place) => ({ place, remainder: (amount * weight) % sum }))
    .sort((one, other) => Number(other.remainder - one.remainder) || one.place - other.place)
  for (const { place } of byRemainder) {
    if (left === 0n) break
    parts[place] = (parts[place] ?? 0n) + 1n
    left--
  }
  return parts
}
