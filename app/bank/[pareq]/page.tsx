import type { Metadata } from 'next'
import { wordsForVisitor } from '../../_parts/customer/login-page'
import forms from '../../_parts/forms.module.css'
import styles from '../_parts/bank.module.css'
import { Facts } from '../_parts/facts'
import { Outcome } from '../_parts/outcome'
import { requireVerification, subjectOf } from '../_parts/verification'

interface Props {
  params: Promise<{ pareq: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const verification = await requireVerification((await params).pareq)
  const { say } = await wordsForVisitor(undefined)
  return { title: say(`bank.verify.${subjectOf(verification)}`) }
}

export default async function VerificationPage({ params }: Props) {
  const verification = await requireVerification((await params).pareq)
  if (verification.outcome) return <Outcome verification={verification} />
  const subject = subjectOf(verification)
  const { say } = await wordsForVisitor(undefined)
  return (
    <>
      <h1>{say(`bank.verify.${subject}`)}</h1>
      <p>{say(`bank.ask.${subject}`, { shop: verification.merchantName })}</p>
      <Facts verification={verification} />
      <form method="post" action={`/bank/${verification.pareq}/answer`} className={styles.buttons}>
        <button name="answer" value="approve" type="submit" className={forms.action}>
          {say(`bank.approve.${subject}`)}
        </button>
        <button name="answer" value="reject" type="submit" className={forms.other}>
          {say(`bank.reject.${subject}`)}
        </button>
      </form>
    </>
  )
}
