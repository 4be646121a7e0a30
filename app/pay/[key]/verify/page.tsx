import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cardStep } from '../../../_parts/customer/card-step'
import { Frame } from '../../../_parts/customer/frame'
import styles from '../../../_parts/customer/page.module.css'
import { currentPayment, paymentPath } from '../../../_parts/customer/payment-visit'
import { VerifyStep } from '../../../_parts/customer/verify-step'
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
  const problem = single((await searchParams).problem)
  const { visit } = await currentPayment(key)
  if (!visit || !payable(visit)) redirect(paymentPath(key))
  const { words, path, merchant, context, accountId } = visit
  const cookie = cardStep(path)
  const step = cookie.valueIn(await headers(), accountId)
  if (!step) redirect(path)
  const { say } = words
  return (
    <Frame merchant={merchant} words={words} path={path}>
      <h1 className={styles.title}>{say('verify.title')}</h1>
      <VerifyStep
        words={words}
        about={say('link.verifyAbout')}
        step={step}
        sealed={cookie.sealed(step)}
        baseUrl={context.baseUrl}
        action={`${path}/do/verified`}
        problem={problem}
      >
        <a href={path} className={styles.quiet}>
          {say('need.otherCard')}
        </a>
      </VerifyStep>
    </Frame>
  )
}
