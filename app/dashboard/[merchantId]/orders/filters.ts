import { capitalised } from '@/server/model/capitalised'
import { schemeName } from '@/server/model/card/scheme-name'
import type { Inputs } from '../../_parts/merchant'
import { type Filter, namesOf } from '../../_parts/table/filter'
import type { FilterName } from '../../_parts/table/list-address'
import { amountFilters } from '../_parts/amount-filters'

const states = ['ordered', 'pending', 'charged', 'refunded', 'cancelled', 'denied'] as const

/** The schemes of most cards. */
const schemes = ['visa', 'mastercard', 'amex', 'diners', 'discover', 'jcb', 'maestro', 'unionpay'] as const

/** The filters of orders. */
export const orderFilters = (currency: string): Filter<FilterName<Inputs['order']['list']>>[] => [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: states.map((state) => ({ value: state, label: capitalised(state) })),
  },
  { kind: 'period', from: 'start', to: 'end', label: 'Created' },
  ...amountFilters(currency),
  {
    kind: 'choice',
    name: 'scheme',
    label: 'Card',
    options: schemes.map((scheme) => ({ value: scheme, label: schemeName(scheme) })),
  },
  { kind: 'text', name: 'card', label: 'Card ending in', placeholder: '1111', digits: true },
  { kind: 'text', name: 'product', label: 'Product', hint: 'Part of the name of an item.' },
  { kind: 'text', name: 'tag', label: 'Tag' },
  { kind: 'text', name: 'number', label: 'Number', hint: 'The complete number of the order.' },
  { kind: 'text', name: 'account', label: 'Account', hint: 'The account’s ID.' },
  { kind: 'text', name: 'subscription', label: 'Subscription', hint: 'The subscription’s ID.' },
  { kind: 'flag', name: 'failed', value: 'yes', label: 'Has a failed operation' },
  { kind: 'flag', name: 'expiring', value: 'yes', label: 'Authorisation expires within a day' },
]

/** The names of the filters of orders in the URL. */
export const orderFilterNames = ['search', ...orderFilters('').flatMap(namesOf)] as const
