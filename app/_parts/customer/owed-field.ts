import type { Money } from '@/server/model/money/money'

/** Returns the value of a form's field `owed`: the unpaid sums that the page showed, in minor units. */
export const owedField = (sums: readonly Money[]): string =>
  sums.map(({ currency, amount }) => `${currency} ${amount}`).join()

/** Reads the sums of a posted field `owed`. Undefined if the form has none, as before an update of Kassa. */
export function owedIn(text: string | undefined): Money[] | undefined {
  if (text === undefined) return undefined
  const sums = text.matchAll(/([A-Z]{3}) (\d{1,18})(?=,|$)/g)
  return [...sums].map(([, currency = '', amount = '']) => ({ currency, amount: BigInt(amount) }))
}
