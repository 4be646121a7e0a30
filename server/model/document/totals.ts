import type { DocumentLine, RateTotal } from './content'

/** Amounts in minor units. */
interface Sums {
  net: bigint
  vat: bigint
  gross: bigint
}

/** Adds up amounts that are minor units as text. */
export function sumOf(parts: readonly Pick<RateTotal, 'net' | 'vat' | 'gross'>[]): Sums {
  const sums = { net: 0n, vat: 0n, gross: 0n }
  for (const { net, vat, gross } of parts) {
    sums.net += BigInt(net)
    sums.vat += BigInt(vat)
    sums.gross += BigInt(gross)
  }
  return sums
}

/** The sums of lines by rate, the highest first; lines without a known rate come last. */
export function totalsOf(lines: readonly DocumentLine[]): RateTotal[] {
  const rates = [...new Set(lines.map(({ rate }) => rate))].sort((one, other) => (other ?? -1) - (one ?? -1))
  return rates.map((rate) => {
    const { net, vat, gross } = sumOf(lines.filter((line) => line.rate === rate))
    return { rate, net: `${net}`, vat: `${vat}`, gross: `${gross}` }
  })
}
