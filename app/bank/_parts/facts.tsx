import { schemeName } from '@/server/model/card/scheme-name'
import { moneyIn } from '@/server/model/money/format-money'
import { FactList } from '../../_parts/fact-list'
import type { ShownVerification } from './verification'

/** The merchant, amount and card that the cardholder approves. */
export function Facts({ verification }: { verification: ShownVerification }) {
  const { merchantName, scheme, last4, money } = verification
  const card = (
    <>
      {schemeName(scheme)} <span aria-hidden="true">••••</span>
      <span className="visually-hidden">ending in</span> {last4}
    </>
  )
  const amount = money ? moneyIn('en', money) : 'None. The card will be saved for later.'
  return (
    <FactList
      facts={[
        ['Merchant', merchantName],
        ['Amount', amount],
        ['Card', card],
      ]}
    />
  )
}
