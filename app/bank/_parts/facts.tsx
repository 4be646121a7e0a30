import { schemeName } from '@/server/model/card/scheme-name'
import { moneyIn } from '@/server/model/money/format-money'
import type { ShownVerification } from '../../_parts/customer/bank-verification'
import { FactList } from '../../_parts/fact-list'

/** The merchant, amount and card that the cardholder approves. */
export function Facts({ verification }: { verification: ShownVerification }) {
  const { merchantName, scheme, last4, money, words } = verification
  const { say, language } = words
  const card = (
    <>
      {schemeName(scheme)} <span aria-hidden="true">••••</span>
      <span className="visually-hidden">{say('cards.ending')}</span> {last4}
    </>
  )
  const amount = money ? moneyIn(language, money) : say('bank.noAmount')
  return (
    <FactList
      facts={[
        [say('bank.merchant'), merchantName],
        [say('bank.amount'), amount],
        [say('bank.card'), card],
      ]}
    />
  )
}
