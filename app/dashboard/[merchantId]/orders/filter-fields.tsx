'use client'

import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { capitalised } from '../../_parts/capitalised'
import type { useFilters } from '../../_parts/filters'
import styles from '../../_parts/filters.module.css'
import { wrongWith } from '../../_parts/flaws'
import { type Inputs, useMerchant } from '../../_parts/merchant'

const states = ['ordered', 'pending', 'charged', 'refunded', 'cancelled', 'denied'] as const

type OrderFilters = ReturnType<typeof useFilters<Inputs['order']['list']>>

/** The fields of the filters of the order list. */
export function FilterFields({
  filters,
  error,
  more,
}: {
  filters: OrderFilters
  error: unknown
  /** Whether the less common filters are shown. */
  more: boolean
}) {
  const wrong = wrongWith(error)
  const { currency } = useMerchant()
  const field = (name: Parameters<OrderFilters['field']>[0]) => ({
    ...filters.field(name),
    error: wrong(name),
  })
  return (
    <>
      <NativeSelect
        label="Status"
        {...field('status')}
        data={[
          { value: '', label: 'Any' },
          ...states.map((state) => ({ value: state, label: capitalised(state) })),
        ]}
      />
      <TextInput label="From" {...field('start')} type="date" />
      <TextInput label="To" {...field('end')} type="date" />
      <TextInput label="Number" {...field('number')} maxLength={500} />
      {more && (
        <>
          <TextInput label="Currency" {...field('currency')} maxLength={3} placeholder={currency} />
          <TextInput label="Amount from" {...field('least')} inputMode="decimal" />
          <TextInput label="Amount to" {...field('most')} inputMode="decimal" />
          <TextInput
            label="Card ending in"
            {...field('card')}
            inputMode="numeric"
            maxLength={4}
            placeholder="1111"
          />
          <TextInput label="Account ID" {...field('account')} maxLength={500} />
          <Checkbox
            label="With failed operations"
            name="failed"
            value="yes"
            defaultChecked={filters.given.failed === 'yes'}
            className={styles.check}
          />
        </>
      )}
    </>
  )
}
