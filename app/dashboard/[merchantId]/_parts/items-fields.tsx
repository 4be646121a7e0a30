'use client'

import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { Outcome } from '../../_parts/form'
import { type Draft, type DraftLine, newLine } from './draft'
import styles from './form.module.css'

type ItemsDraft = Pick<Draft, 'byLines' | 'amount' | 'lines' | 'currency'>

/** Fields for the items, either lines or one amount, and the currency. */
export function ItemsFields({
  draft,
  change,
  at,
}: {
  draft: ItemsDraft
  change: (part: Partial<ItemsDraft>) => void
  at: (property: string) => string | undefined
}) {
  const { byLines, amount, lines, currency } = draft
  const changeLine = (key: string, part: Partial<DraftLine>) =>
    change({ lines: lines.map((line) => (line.key === key ? { ...line, ...part } : line)) })
  return (
    <>
      <div className={styles.fields}>
        <SegmentedControl
          aria-label="Items"
          value={byLines ? 'lines' : 'amount'}
          onChange={(value) => change({ byLines: value === 'lines' })}
          data={[
            { value: 'lines', label: 'Items with VAT' },
            { value: 'amount', label: 'Amount only' },
          ]}
          className={styles.bottom}
        />
        <TextInput
          label="Currency"
          value={currency}
          maxLength={3}
          onChange={(event) => change({ currency: event.currentTarget.value.toUpperCase() })}
          error={at('currency')}
        />
      </div>
      {byLines ? (
        <>
          {lines.map((line, place) => (
            <Line
              key={line.key}
              line={line}
              place={place}
              change={(part) => changeLine(line.key, part)}
              remove={
                lines.length > 1
                  ? () => change({ lines: lines.filter(({ key }) => key !== line.key) })
                  : undefined
              }
              at={at}
            />
          ))}
          <div>
            <Button variant="default" onClick={() => change({ lines: [...lines, newLine()] })}>
              Add item
            </Button>
          </div>
        </>
      ) : (
        <TextInput
          label="Amount including VAT"
          inputMode="decimal"
          value={amount}
          onChange={(event) => change({ amount: event.currentTarget.value })}
          error={at('items')}
        />
      )}
      {byLines && <Outcome problem={at('items')} />}
    </>
  )
}

const numbers = [
  { name: 'price', label: 'Price excluding VAT' },
  { name: 'vat', label: 'VAT %' },
  { name: 'quantity', label: 'Quantity' },
] as const

function Line({
  line,
  place,
  change,
  remove,
  at,
}: {
  line: DraftLine
  place: number
  change: (part: Partial<DraftLine>) => void
  remove: (() => void) | undefined
  at: (property: string) => string | undefined
}) {
  const legend = `Item ${place + 1}`
  return (
    <fieldset className={styles.line}>
      <legend className="visually-hidden">{legend}</legend>
      <TextInput
        label="Name"
        value={line.name}
        maxLength={500}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={at(`items[${place}].name`)}
      />
      {numbers.map(({ name, label }) => (
        <TextInput
          key={name}
          label={name === 'quantity' && line.unit ? `${label}, ${line.unit}` : label}
          inputMode="decimal"
          value={line[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
          error={at(`items[${place}].${name}`)}
        />
      ))}
      {remove && (
        <Button variant="subtle" onClick={remove} className={styles.bottom} aria-label={`Remove ${legend}`}>
          Remove
        </Button>
      )}
    </fieldset>
  )
}
