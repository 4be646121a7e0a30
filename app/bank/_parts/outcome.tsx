import { type ShownVerification, subjectOf } from '../../_parts/customer/bank-verification'
import forms from '../../_parts/forms.module.css'
import styles from './bank.module.css'
import { Facts } from './facts'
import { Frame } from './frame'
import { NotifyWindow, SubmitOnce } from './return-to-merchant'

const formId = 'back-to-merchant'

/** The decision and the way back to the merchant, taken immediately if `leave` is set. */
export function Outcome({
  verification,
  path,
  leave = false,
}: {
  verification: ShownVerification
  path: string
  leave?: boolean
}) {
  const { outcome, termUrl, merchantData, merchantName, words } = verification
  if (!outcome) return null
  const subject = subjectOf(verification)
  const { say } = words
  const shop = merchantName
  return (
    <Frame words={words} path={path}>
      <h1 className={`${styles.state} ${styles[outcome]}`}>
        <StateMark outcome={outcome} /> {say(`bank.${outcome}.${subject}`)}
      </h1>
      <p>{say(`bank.${outcome}Why.${subject}`, { shop })}</p>
      <Facts verification={verification} />
      {termUrl === undefined ? (
        <>
          <p>{say('bank.close')}</p>
          {leave && <NotifyWindow status={outcome} />}
        </>
      ) : (
        <form id={formId} method="post" action={termUrl} className={styles.buttons}>
          <input type="hidden" name="PaRes" value={outcome} />
          {merchantData !== undefined && <input type="hidden" name="MD" value={merchantData} />}
          <button type="submit" className={forms.action}>
            {say('bank.continue', { shop })}
          </button>
          {leave && <SubmitOnce formId={formId} />}
        </form>
      )}
    </Frame>
  )
}

function StateMark({ outcome }: { outcome: 'approved' | 'rejected' }) {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="12" cy="12" r="9" />
        <path d={outcome === 'approved' ? 'm8.5 12.2 2.4 2.4 4.6-5' : 'm9 9 6 6m0-6-6 6'} />
      </g>
    </svg>
  )
}
