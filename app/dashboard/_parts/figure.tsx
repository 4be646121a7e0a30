import { bareMoneyIn } from '@/server/model/money/format-money'
import type { Money } from '@/server/model/money/money'
import { useMerchant } from './merchant'

/** An amount as a key figure: written in the merchant's locale, with its currency in a lighter tone. */
export function Figure({ of }: { of: Money }) {
  const { money, locale } = useMerchant()
  const bare = bareMoneyIn(locale, of)
  const [before, after] = money(of).split(bare)
  // The amount in another format, such as with a minus sign before the currency.
  if (after === undefined) return money(of)
  return (
    <>
      {before && <small>{before}</small>}
      {bare}
      {after && <small>{after}</small>}
    </>
  )
}
