import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { runtime } from '@/server/runtime'
import { Bank } from '../../../_parts/customer/bank'
import { accountStep } from '../../../_parts/customer/card-step'
import { Page } from '../../../_parts/customer/page'
import styles from '../../../_parts/customer/page.module.css'
import { accountMetadata } from '../../../_parts/customer/page-metadata'
import { accountPage, type Query, single } from '../../../_parts/customer/visit'

export const generateMetadata = () => accountMetadata('verify.title')

const path = '/account/cards/verify'

/** The cardholder confirms with their bank on this page. A reload shows the same step. */
export default async function VerifyPage({ searchParams }: { searchParams: Query }) {
  const isTooEarly = single((await searchParams).problem) === 'verify.notYet'
  return accountPage(path, async (visit) => {
    const { say } = visit.words
    const step = accountStep.valueIn(await headers(), visit.accountId)
    if (!step) redirect('/account/cards')
    return (
      <Page
        visit={visit}
        path={path}
        title={say('verify.title')}
        back={{ to: '/account/cards', text: say('cards.title') }}
      >
        <p className={styles.lead} role={isTooEarly ? 'status' : undefined}>
          {isTooEarly ? <strong>{say('verify.notYet')}</strong> : say('verify.about')}
        </p>
        <Bank
          url={step.url}
          pareq={step.pareq}
          back={`${runtime().baseUrl}/account/do/verified`}
          texts={{ frame: say('verify.frame'), open: say('verify.open') }}
        />
        <div className={styles.buttons}>
          <form id="verified" method="post" action="/account/do/verified">
            <input type="hidden" name="step" value={accountStep.sealed(step)} />
            <button type="submit" className={styles.quiet}>
              {say('verify.done')}
            </button>
          </form>
          <form method="post" action="/account/do/stop-card">
            <button type="submit" className={styles.quiet}>
              {say('verify.stop')}
            </button>
          </form>
        </div>
      </Page>
    )
  })
}
