import { headers } from 'next/headers'
import { waitingEmail } from '@/server/customer/email-change'
import { readAccount } from '@/server/store/accounts'
import { beginningsOf, changedValues, countriesIn, readInformation } from '../../_parts/customer/information'
import { draftIn } from '../../_parts/customer/information-draft'
import { Page } from '../../_parts/customer/page'
import styles from '../../_parts/customer/page.module.css'
import { accountMetadata } from '../../_parts/customer/page-metadata'
import { informationNotes, trueNote } from '../../_parts/customer/true-note'
import { accountPage, type Query, single, type Visit } from '../../_parts/customer/visit'
import { InformationForm } from './information-form'

export const generateMetadata = () => accountMetadata('info.title')

const path = '/account/information'

/** The customer information that the merchant has, for the customer to correct. */
export default async function InformationPage({ searchParams }: { searchParams: Query }) {
  const { note } = await searchParams
  return accountPage(path, async (visit) => {
    const { context, accountId, words } = visit
    const { say } = words
    const [{ customer }, waiting] = await Promise.all([
      readAccount(context, accountId),
      waitingEmail(context, accountId),
    ])
    const draft = draftIn(await headers(), accountId)
    const needsEmail = customer?.email !== undefined
    const read = draft && readInformation(draft, words, customer)
    return (
      <Page
        visit={visit}
        path={path}
        title={say('info.title')}
        note={trueNote(single(note), informationNotes(waiting))}
      >
        {waiting && <UnconfirmedEmail email={waiting} present={customer?.email} visit={visit} />}
        <InformationForm
          values={changedValues(customer, draft ?? {})}
          beginnings={beginningsOf(customer)}
          account={accountId}
          flaws={read?.flaws ?? {}}
          alert={draft && say(read?.flaws ? 'info.notSaved' : 'info.kept')}
          needsEmail={needsEmail}
          countries={countriesIn(words)}
          texts={{
            type: say('info.type'),
            person: say('info.person'),
            organisation: say('info.organisation'),
            name: say('info.name'),
            identitynumber: say('info.identityNumber'),
            vatnumber: say('info.vatNumber'),
            vatHelp: say('info.vatNumberHelp'),
            identityHelp: say('info.identityNumberHelp'),
            street: say('info.street'),
            zipcode: say('info.zipCode'),
            city: say('info.city'),
            countrycode: say('info.country'),
            noCountry: say('info.noCountry'),
            email: say('info.email'),
            emailHelp: say('info.emailHelp'),
            phone: say('info.phone'),
            save: say('info.save'),
          }}
        />
      </Page>
    )
  })
}

/** A new e-mail address that is not confirmed yet. */
function UnconfirmedEmail({
  email,
  present,
  visit: { words, accountId },
}: {
  email: string
  present?: string | undefined
  visit: Visit
}) {
  return (
    <form method="post" action="/account/do/withdraw-email" className={styles.next}>
      <input type="hidden" name="account" value={accountId} />
      <span>{words.say('info.waiting', { email })}</span>
      <span>
        <button type="submit" className={styles.quiet}>
          {present ? words.say('info.withdraw', { email: present }) : words.say('info.withdrawNone')}
        </button>
      </span>
    </form>
  )
}
