'use client'

import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { capitalised } from '../../_parts/capitalised'
import type { Filters } from '../../_parts/filters'
import styles from '../../_parts/filters.module.css'
import { wrongWith } from '../../_parts/flaws'
import { useMerchant } from '../../_parts/merchant'

const states = ['ordered', 'pending', 'charged', 'refunded', 'cancelled', 'denied'] as const

/** The fields of the filters of the order list. */
export function FilterFields({
  given,
  error,
  more,
}: Pick<Filters, 'given'> & {
  error: unknown
  /** Whether the less common filters are shown. */
  more: boolean
}) {
  const wrong = wrongWith(error)
  const { currency } = useMerchant()
  return (
    <>
      <NativeSelect
        label="Status"
        name="status"
        defaultValue={given.status ?? ''}
        data={[
          { value: '', label: 'Any' },
          ...states.map((state) => ({ value: state, label: capitalised(state) })),
        ]}
      />
      <TextInput label="From" name="start" type="date" defaultValue={given.start} />
      <TextInput label="To" name="end" type="date" defaultValue={given.end} />
      <TextInput label="Number" name="number" defaultValue={given.number} maxLength={500} />
      {more && (
        <>
          <TextInput
            label="Currency"
            name="currency"
            defaultValue={given.currency}
            maxLength={3}
            placeholder={currency}
            error={wrong('currency')}
          />
          <TextInput
            label="Amount from"
            name="least"
            defaultValue={given.least}
            inputMode="decimal"
            error={wrong('least')}
          />
          <TextInput
            label="Amount to"
            name="most"
            defaultValue={given.most}
            inputMode="decimal"
            error={wrong('most')}
          />
          <TextInput
            label="Card ending in"
            name="card"
            defaultValue={given.card}
            inputMode="numeric"
            maxLength={4}
            placeholder="1111"
            error={wrong('card')}
          />
          <TextInput label="Account ID" name="account" defaultValue={given.account} maxLength={500} />
          <Checkbox
            label="With failed operations"
            name="failed"
            value="yes"
            defaultChecked={given.failed === 'yes'}
            className={styles.check}
          />
        </>
      )}
    </>
  )
}
