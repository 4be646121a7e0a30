import { owedSums } from '@/server/customer/owed'
import { type MethodRow, readAccount } from '@/server/store/accounts'
import { CardList } from '../../_parts/customer/cards'
import { owedField } from '../../_parts/customer/owed-field'
import { Page } from '../../_parts/customer/page'
import styles from '../../_parts/customer/page.module.css'
import { accountMetadata } from '../../_parts/customer/page-metadata'
import { cardsNotes, trueNote } from '../../_parts/customer/true-note'
import { accountPage, type Query, single } from '../../_parts/customer/visit'

export const generateMetadata = () => accountMetadata('cards.title')

const path = '/account/cards'

export default async function CardsPage({ searchParams }: { searchParams: Query }) {
  const note = single((await searchParams).note)
  return accountPage(path, async (visit) => {
    const { context, accountId, words, today } = visit
    const { say } = words
    const [{ methods }, owed] = await Promise.all([
      readAccount(context, accountId),
      owedSums(context, accountId),
    ])
    const unpaid = owed.length > 0 ? words.sums(owed) : undefined
    const tools = (method: MethodRow, isDefault: boolean) => (
      <>
        {!isDefault && (
          <form method="post" action="/account/do/default-card">
            <input type="hidden" name="card" value={method.id} />
            <input type="hidden" name="owed" value={owedField(owed)} />
            <button type="submit" className={styles.quiet}>
              {unpaid ? say('cards.makeDefaultPay', { amount: unpaid }) : say('cards.makeDefault')}
              <span className="visually-hidden">{words.card(method)}</span>
            </button>
          </form>
        )}
        <a href={`/account/cards/${method.id}/remove`} className={styles.quiet}>
          {say('cards.remove')}
          <span className="visually-hidden">{words.card(method)}</span>
        </a>
      </>
    )
    return (
      <Page
        visit={visit}
        path={path}
        title={say('cards.title')}
        note={trueNote(note, cardsNotes(methods, owed))}
      >
        {methods.length === 0 && <p className={styles.lead}>{say('cards.none')}</p>}
        <CardList methods={methods} today={today} words={words} tools={tools} />
        <p className={styles.buttons}>
          <a href="/account/cards/new" className={styles.strong}>
            {say('cards.add')}
          </a>
        </p>
      </Page>
    )
  })
}
