import type { Filter } from '../../_parts/table/filter'

/** The filters by amount and currency. Amounts without a currency are in the merchant's own. */
export const amountFilters = (currency: string): Filter<'least' | 'most' | 'currency'>[] => [
  {
    kind: 'range',
    from: 'least',
    to: 'most',
    label: 'Amount',
    hint: `In ${currency}, unless you filter by another currency.`,
    currency: { name: 'currency', otherwise: currency },
  },
  { kind: 'currency', name: 'currency', label: 'Currency' },
]
