import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { Bank } from '../../../_parts/customer/bank'
import { cardStep } from '../../../_parts/customer/card-step'
import { Frame } from '../../../_parts/customer/frame'
import styles from '../../../_parts/customer/page.module.css'
import { currentPayment } from '../../../_parts/customer/payment-visit'
import { type Query, single } from '../../../_parts/customer/visit'
import { payable } from '../../_parts/payment'
import { paymentTitle } from '../../_parts/payment-title'

interface Given {
  params: Promise<{ key: string }>
  searchParams: Query
}

export const generateMetadata = async ({ params }: Given) => paymentTitle((await params).key)

/** The payer confirms a card with the bank on this page. A reload shows the same step. */
export default async function VerifyPaymentPage({ params, searchParams }: Given) {
  const { key } = await params
  const isTooEarly = single((await searchParams).problem) === 'verify.notYet'
  const { visit } = await currentPayment(key)
  const cookie = visit && cardStep(visit.path)
  const step = visit && payable(visit) && cookie?.valueIn(await headers(), visit.accountId)
  if (!visit || !step) redirect(`/pay/${encodeURIComponent(key)}`)
  const { words, path, merchant, context } = visit
  const { say } = words
  return (
    <Frame merchant={merchant} words={words} path={path}>
      <h1 className={styles.title}>{say('verify.title')}</h1>
      <p className={styles.lead} role={isTooEarly ? 'status' : undefined}>
        {isTooEarly ? <strong>{say('verify.notYet')}</strong> : say('link.verifyAbout')}
      </p>
      <Bank
        url={step.url}
        pareq={step.pareq}
        back={`${context.baseUrl}${path}/do/verified`}
        texts={{ frame: say('verify.frame'), open: say('verify.open') }}
      />
      <div className={styles.buttons}>
        <form id="verified" method="post" action={`${path}/do/verified`}>
          <input type="hidden" name="step" value={cookie?.sealed(step)} />
          <button type="submit" className={styles.quiet}>
            {say('verify.done')}
          </button>
        </form>
        <a href={path} className={styles.quiet}>
          {say('need.otherCard')}
        </a>
      </div>
    </Frame>
  )
}
