'use client'

import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import styles from '../../_parts/list.module.css'
import { useMerchant } from '../../_parts/merchant'
import type { OrderFilters } from './orders'

const states = ['ordered', 'pending', 'charged', 'refunded', 'cancelled', 'denied'] as const
const further = ['currency', 'least', 'most', 'card', 'account', 'failed'] as const

/** What the list is filtered by. Its fields are what the address says, also after going back. */
export function Filters({
  given,
  apply,
  clear,
}: {
  given: OrderFilters
  apply: (form: HTMLFormElement) => void
  clear: () => void
}) {
  const { currency } = useMerchant()
  const [asked, setAsked] = useState(false)
  const more = asked || further.some((name) => given[name])
  return (
    <form
      key={JSON.stringify(given)}
      aria-label="Filters"
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
    >
      <NativeSelect
        label="State"
        name="status"
        defaultValue={given.status ?? ''}
        data={[
          { value: '', label: 'Any' },
          ...states.map((state) => ({ value: state, label: inCapitals(state) })),
        ]}
        onChange={(event) => event.currentTarget.form && apply(event.currentTarget.form)}
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
          />
          <TextInput label="Amount from" name="least" defaultValue={given.least} inputMode="decimal" />
          <TextInput label="Amount to" name="most" defaultValue={given.most} inputMode="decimal" />
          <TextInput
            label="Card ending in"
            name="card"
            defaultValue={given.card}
            inputMode="numeric"
            maxLength={4}
            placeholder="1111"
          />
          <TextInput label="Account id" name="account" defaultValue={given.account} maxLength={500} />
          <Checkbox
            label="Something failed"
            name="failed"
            value="yes"
            defaultChecked={given.failed === 'yes'}
            className={styles.check}
            onChange={(event) => event.currentTarget.form && apply(event.currentTarget.form)}
          />
        </>
      )}
      <div className={styles.press}>
        <Button type="submit" variant="default">
          Filter
        </Button>
        {!more && (
          <Button variant="subtle" onClick={() => setAsked(true)}>
            More filters
          </Button>
        )}
        {Object.keys(given).length > 0 && (
          <Button variant="subtle" onClick={clear}>
            Clear filters
          </Button>
        )}
      </div>
    </form>
  )
}

const inCapitals = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
