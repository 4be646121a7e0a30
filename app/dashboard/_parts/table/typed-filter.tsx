import { NativeSelect, TextInput } from '@mantine/core'
import { useCurrencyOptions } from '../currency-options'
import { useMerchant } from '../merchant'
import { asTyped, type Filter } from './filter'

/** The field of a filter by a text or currency, or the two fields of a range. */
export function TypedFilter({
  filter,
  given,
  alone = false,
}: {
  filter: Extract<Filter, { kind: 'text' | 'range' | 'currency' }>
  given: Partial<Record<string, string>>
  /** Whether it is the only filter: its first field gets the focus, and there is room for its hint. */
  alone?: boolean
}) {
  const { locale } = useMerchant()
  const currencies = useCurrencyOptions()
  if (filter.kind === 'currency')
    return (
      <NativeSelect
        name={filter.name}
        label={filter.label}
        defaultValue={given[filter.name]}
        data={[...(alone ? [] : [{ value: '', label: 'Any' }]), ...currencies]}
        data-autofocus={alone || undefined}
      />
    )
  if (filter.kind === 'text')
    return (
      <TextInput
        name={filter.name}
        label={filter.label}
        description={filter.hint}
        placeholder={filter.placeholder}
        defaultValue={given[filter.name]}
        maxLength={500}
        inputMode={filter.digits ? 'numeric' : undefined}
        data-autofocus={alone || undefined}
      />
    )
  return (['from', 'to'] as const).map((end) => (
    <TextInput
      key={end}
      name={filter[end]}
      label={`${filter.label} ${end}`}
      description={alone && end === 'from' ? filter.hint : undefined}
      defaultValue={asTyped(given[filter[end]], locale)}
      inputMode="decimal"
      maxLength={40}
      data-autofocus={(alone && end === 'from') || undefined}
    />
  ))
}
