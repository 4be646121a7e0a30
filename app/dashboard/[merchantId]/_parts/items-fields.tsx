'use client'

import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { plannedTotals } from '@/server/model/subscription/preview'
import { Outcome } from '../../_parts/form'
import { useMerchant } from '../../_parts/merchant'
import { NumberField } from '../../_parts/number-field'
import { CurrencyField } from './currency-field'
import { type DraftLine, type ItemsDraft, itemsOf, newLine } from './draft'
import styles from './form.module.css'

type At = (property: string) => string | undefined

/** Fields for the items, either lines or one amount, and the currency. `isTried`: empty fields are marked. */
export function ItemsFields({
  draft,
  change,
  at,
  isTried = false,
}: {
  draft: ItemsDraft
  change: (part: Partial<ItemsDraft>) => void
  at: At
  isTried?: boolean
}) {
  const merchant = useMerchant()
  const { byLines, amount, lines, withVat, currency } = draft
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
        <CurrencyField
          value={currency}
          change={(code) => change({ currency: code })}
          error={at('currency')}
        />
      </div>
      {byLines ? (
        <>
          <Switch
            label="Prices include VAT"
            checked={withVat}
            onChange={(event) => change({ withVat: event.currentTarget.checked })}
          />
          {lines.map((line, place) => (
            <Line
              key={line.key}
              line={line}
              place={place}
              withVat={withVat}
              isTried={isTried}
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
            <Button variant="default" onClick={() => change({ lines: [...lines, newLine(merchant)] })}>
              Add item
            </Button>
          </div>
          <Totals draft={draft} />
        </>
      ) : (
        <NumberField
          label="Amount incl. VAT"
          of={{ kind: 'amount', currency }}
          value={amount}
          change={(typed) => change({ amount: typed })}
          missing={isTried ? 'Enter an amount.' : undefined}
          error={at('items')}
        />
      )}
      {byLines && <Outcome problem={at('items')} />}
    </>
  )
}

const numbers = [
  { name: 'price', of: { kind: 'price' }, missing: 'Enter a price.' },
  { name: 'vat', of: { kind: 'percent' }, missing: undefined },
  { name: 'quantity', of: { kind: 'quantity' }, missing: 'Enter a quantity.' },
] as const

function Line({
  line,
  place,
  withVat,
  isTried,
  change,
  remove,
  at,
}: {
  line: DraftLine
  place: number
  withVat: boolean
  isTried: boolean
  change: (part: Partial<DraftLine>) => void
  remove: (() => void) | undefined
  at: At
}) {
  const legend = `Item ${place + 1}`
  const labels = {
    price: `Price ${withVat ? 'incl.' : 'excl.'} VAT`,
    vat: 'VAT %',
    quantity: line.unit ? `Quantity, ${line.unit}` : 'Quantity',
  }
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
      {numbers.map(({ name, of, missing }) => (
        <NumberField
          key={name}
          label={labels[name]}
          of={of}
          value={line[name]}
          change={(typed) => change({ [name]: typed })}
          missing={isTried ? missing : undefined}
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

/** What the lines cost, excluding and including VAT. Their space is reserved while the amounts are being typed. */
function Totals({ draft }: { draft: ItemsDraft }) {
  const { money, locale } = useMerchant()
  const totals = plannedTotals(itemsOf(draft, locale), draft.currency)
  const written = (amount: bigint | undefined) =>
    amount === undefined ? '–' : money({ amount, currency: draft.currency })
  return (
    <dl className={styles.totals} aria-label="Totals">
      <div>
        <dt>Subtotal excl. VAT</dt>
        <dd>{written(totals && totals.amount - totals.vat)}</dd>
      </div>
      <div>
        <dt>VAT</dt>
        <dd>{written(totals?.vat)}</dd>
      </div>
      <div>
        <dt>Total incl. VAT</dt>
        <dd>{written(totals?.amount)}</dd>
      </div>
    </dl>
  )
}
