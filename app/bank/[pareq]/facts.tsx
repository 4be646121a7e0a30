import { schemeName } from '@/server/card/scheme-name'
import forms from '../../_parts/forms.module.css'
import type { ShownVerification } from './verification'

/** Who asks, and which card it is about. */
export function Facts({ verification }: { verification: ShownVerification }) {
  const { merchantName, scheme, last4 } = verification
  return (
    <dl className={forms.facts}>
      <div>
        <dt>Merchant</dt>
        <dd>{merchantName}</dd>
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
