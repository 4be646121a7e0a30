import { schemeName } from '@/server/model/card/scheme-name'
import { moneyIn } from '@/server/model/money/format-money'
import { wordsForVisitor } from '../../_parts/customer/login-page'
import { FactList } from '../../_parts/fact-list'
import type { ShownVerification } from './verification'

/** The merchant, amount and card that the cardholder approves. */
export async function Facts({ verification }: { verification: ShownVerification }) {
  const { say, language } = await wordsForVisitor(undefined)
  const { merchantName, scheme, last4, money } = verification
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
