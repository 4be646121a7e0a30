'use client'

import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FilterForm } from '../../../_parts/filters'
import { wrongWith } from '../../../_parts/flaws'
import styles from '../../../_parts/list.module.css'
import { useMerchant } from '../../../_parts/merchant'

const states = ['ordered', 'pending', 'charged', 'refunded', 'cancelled', 'denied'] as const
const further = ['currency', 'least', 'most', 'card', 'account', 'failed'] as const

/** The filters of the order list. */
export function Filters({
  filters,
  error,
  isEmpty,
}: Pick<Parameters<typeof FilterForm>[0], 'filters'> & { error: unknown; isEmpty: boolean }) {
  const wrong = wrongWith(error)
  const { currency } = useMerchant()
  const [asked, setAsked] = useState(false)
  const { given } = filters
  const more = asked || further.some((name) => given[name])
  return (
    <FilterForm
      filters={filters}
      isEmpty={isEmpty}
      press="Filter"
      more={
        !more && (
          <Button variant="subtle" onClick={() => setAsked(true)}>
            More filters
          </Button>
        )
      }
    >
      <NativeSelect
        label="Status"
        name="status"
        defaultValue={given.status ?? ''}
        data={[
          { value: '', label: 'Any' },
          ...states.map((state) => ({ value: state, label: inCapitals(state) })),
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
    </FilterForm>
  )
}

/** "charged": "Charged". */
export const inCapitals = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
