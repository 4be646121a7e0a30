import forms from '../../_parts/forms.module.css'
import styles from '../_parts/bank.module.css'
import { Facts } from '../_parts/facts'
import { Outcome } from '../_parts/outcome'
import { requireVerification, subjectOf } from '../_parts/verification'

export default async function VerificationPage({ params }: { params: Promise<{ pareq: string }> }) {
  const verification = await requireVerification((await params).pareq)
  if (verification.outcome) return <Outcome verification={verification} />
  const subject = subjectOf(verification)
  return (
    <>
      <h1>{`Verify your ${subject}`}</h1>
      <p>
        {verification.merchantName} wants to {verification.money ? 'charge' : 'save'} your card. Do you
        approve?
      </p>
      <Facts verification={verification} />
      <form method="post" action={`/bank/${verification.pareq}/answer`} className={styles.buttons}>
        <button name="answer" value="approve" type="submit" className={forms.action}>
          {`Approve ${subject}`}
        </button>
        <button name="answer" value="reject" type="submit" className={forms.other}>
          {`Reject ${subject}`}
        </button>
      </form>
    </>
  )
}
