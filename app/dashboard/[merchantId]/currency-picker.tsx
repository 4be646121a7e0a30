import { Select } from '@mantine/core'
import type { HomeFigures } from './home-data'

/** Chooses the currency of the figures, if there are several. */
export const CurrencyPicker = ({
  currencies,
  currency,
  choose,
}: Pick<HomeFigures, 'currencies' | 'currency'> & { choose: (currency: string) => void }) =>
  currencies.length > 1 && (
    <Select
      aria-label="Currency"
      data={currencies}
      value={currency}
      onChange={(value) => value && choose(value)}
      allowDeselect={false}
      w={92}
    />
  )
