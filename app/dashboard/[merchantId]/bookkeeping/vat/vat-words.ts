import type { CountrySum } from '@/server/journal/sum-vat'
import { countryName } from '@/server/model/formats'

/** Sorts a merchant's own country before the others, which are sorted by name, and customers without one last. */
export const compareCountries =
  (own: string) =>
  (one: string | null, other: string | null): number =>
    Number(other === own) - Number(one === own) ||
    Number(one === null) - Number(other === null) ||
    countryName(one ?? '').localeCompare(countryName(other ?? ''), 'en')

const reasons: Record<NonNullable<CountrySum['zeroVat']>, string> = {
  Z: 'zero rate',
  E: 'exempt',
  AE: 'reverse charge',
  K: 'intra-Community supply',
  G: 'export',
  O: 'outside the scope of VAT',
}

/** "25% VAT", "25% VAT, OSS", or "0% VAT, reverse charge". */
export function rateInWords(
  { rate, zeroVat, isOss }: Pick<CountrySum, 'rate' | 'zeroVat' | 'isOss'>,
  percent: (rate: number) => string,
): string {
  if (rate === null) return 'VAT not known'
  const why = isOss ? 'OSS' : zeroVat && reasons[zeroVat]
  return [`${percent(rate)} VAT`, why].filter(Boolean).join(', ')
}
