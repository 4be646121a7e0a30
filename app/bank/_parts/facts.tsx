import { schemeName } from '@/server/model/card/scheme-name'
import { moneyIn } from '@/server/model/money/format-money'
import forms from '../../_parts/forms.module.css'
import type { ShownVerification } from './verification'

/** The merchant, amount and card that the cardholder approves. */
export function Facts({ verification }: { verification: ShownVerification }) {
  const { merchantName, scheme, last4, money } = verification
  return (
    <dl className={forms.facts}>
      <div>
        <dt>Merchant</dt>
        <dd>{merchantName}</dd>
      </div>
      <div>
        <dt>Amount</dt>
        <dd>
          {money ? moneyIn('en', money.amount, money.currency) : 'None. The card will be saved for later.'}
        </dd>
      </div>
      <div>
        <dt>Card</dt>
        <dd>
          {schemeName(scheme)} <span aria-hidden="true">••••</span>
          <span className="visually-hidden">ending in</span> {last4}
        </dd>
      </div>
    </dl>
  )
}
