import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { accountStep } from '../../../_parts/customer/card-step'
import { Page } from '../../../_parts/customer/page'
import styles from '../../../_parts/customer/page.module.css'
import { accountMetadata } from '../../../_parts/customer/page-metadata'
import { VerifyStep } from '../../../_parts/customer/verify-step'
import { accountPage, type Query, single } from '../../../_parts/customer/visit'

export const generateMetadata = () => accountMetadata('verify.title')

const path = '/account/cards/verify'

/** The cardholder confirms with their bank on this page. A reload shows the same step. */
export default async function VerifyPage({ searchParams }: { searchParams: Query }) {
  const problem = single((await searchParams).problem)
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
        <VerifyStep
          words={visit.words}
          about={say('verify.about')}
          step={step}
          sealed={accountStep.sealed(step)}
          baseUrl={visit.context.baseUrl}
          action="/account/do/verified"
          problem={problem}
        >
          <form method="post" action="/account/do/stop-card">
            <button type="submit" className={styles.quiet}>
              {say('verify.stop')}
            </button>
          </form>
        </VerifyStep>
      </Page>
    )
  })
}
