import { owedSums } from '@/server/customer/owed'
import { fail } from '@/server/model/errors'
import { readAccount } from '@/server/store/accounts'
import { merchantName } from '../../../../_parts/customer/frame'
import { nextPayment } from '../../../../_parts/customer/next-payment'
import { owedField } from '../../../../_parts/customer/owed-field'
import { Page } from '../../../../_parts/customer/page'
import styles from '../../../../_parts/customer/page.module.css'
import { accountMetadata } from '../../../../_parts/customer/page-metadata'
import { trueNote } from '../../../../_parts/customer/true-note'
import { accountPage, single } from '../../../../_parts/customer/visit'

export const generateMetadata = () => accountMetadata('cards.title')

/** Explains what happens when a card is removed, and has the button that removes it. */
export default async function RemovePage({
  params,
  searchParams,
}: {
  params: Promise<{ cardId: string }>
  searchParams: Promise<{ note?: string | string[] }>
}) {
  const { cardId } = await params
  const note = single((await searchParams).note)
  const path = `/account/cards/${cardId}/remove`
  return accountPage(path, async (visit) => {
    const { context, accountId, merchant, words, today } = visit
    const { say } = words
    const [{ methods, subscriptions, status }, owed] = await Promise.all([
      readAccount(context, accountId),
      owedSums(context, accountId),
    ])
    const place = methods.findIndex(({ id }) => id === cardId)
    const method = methods[place]
    if (!method) throw fail('not-found', { what: 'card' })
    const card = words.card(method)
    const successor = place === 0 ? methods[1] : undefined
    const next = status === 'suspended' ? undefined : nextPayment(subscriptions)
    const isLast = methods.length === 1
    const points = [
      say('cards.removePlain', { shop: merchantName(merchant) }),
      ...(successor ? [say('cards.removeNext', { card: words.card(successor) })] : []),
      ...(successor && owed.length > 0
        ? [say('cards.removePays', { amount: words.sums(owed), card: words.card(successor) })]
        : []),
      ...(isLast && next
        ? next.day > today
          ? [say('cards.removeLast', { amount: words.sums(next.sums), when: words.near(next.day, today) })]
          : [say('cards.removeLastPlain')]
        : []),
    ]
    return (
      <Page
        visit={visit}
        path={path}
        title={say('cards.removeTitle', { card })}
        note={trueNote(note, { changed: true })}
        back={{ to: '/account/cards', text: say('cards.title') }}
      >
        <ul className={styles.points}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <div className={styles.buttons}>
          {isLast && next && (
            <a href="/account/cards/new" className={styles.strong}>
              {say('cards.addFirst')}
            </a>
          )}
          <form method="post" action="/account/do/remove-card">
            <input type="hidden" name="card" value={method.id} />
            <input type="hidden" name="cards" value={methods.map(({ id }) => id).join()} />
            <input type="hidden" name="owed" value={owedField(owed)} />
            <button type="submit" className={styles.danger}>
              {say('cards.removeButton', { card })}
            </button>
          </form>
          <a href="/account/cards" className={styles.quiet}>
            {say('cards.keep')}
          </a>
        </div>
      </Page>
    )
  })
}
