import type { Metadata } from 'next'
import { requireVerification, subjectOf } from '../../_parts/customer/bank-verification'
import forms from '../../_parts/forms.module.css'
import styles from '../_parts/bank.module.css'
import { Facts } from '../_parts/facts'
import { Frame } from '../_parts/frame'
import { Outcome } from '../_parts/outcome'

interface Props {
  params: Promise<{ pareq: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const verification = await requireVerification((await params).pareq)
  return { title: verification.words.say(`bank.verify.${subjectOf(verification)}`) }
}

export default async function VerificationPage({ params }: Props) {
  const verification = await requireVerification((await params).pareq)
  const { pareq, words } = verification
  const path = `/bank/${pareq}`
  if (verification.outcome) return <Outcome verification={verification} path={path} />
  const subject = subjectOf(verification)
  const { say } = words
  return (
    <Frame words={words} path={path}>
      <h1>{say(`bank.verify.${subject}`)}</h1>
      <p>{say(`bank.ask.${subject}`, { shop: verification.merchantName })}</p>
      <Facts verification={verification} />
      <form method="post" action={`${path}/answer`} className={styles.buttons}>
        <button name="answer" value="approve" type="submit" className={forms.action}>
          {say(`bank.approve.${subject}`)}
        </button>
        <button name="answer" value="reject" type="submit" className={forms.other}>
          {say(`bank.reject.${subject}`)}
        </button>
      </form>
    </Frame>
  )
}
