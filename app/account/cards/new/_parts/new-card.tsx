import type { ReactNode } from 'react'
import { owedSums } from '@/server/customer/owed'
import { readAccount } from '@/server/store/accounts'
import { type CardProblemText, problemNamed } from '../../../../_parts/customer/card-problem'
import { merchantName } from '../../../../_parts/customer/frame'
import { backLink } from '../../../../_parts/customer/new-card-link'
import { owedField } from '../../../../_parts/customer/owed-field'
import { Page } from '../../../../_parts/customer/page'
import styles from '../../../../_parts/customer/page.module.css'
import { trueNote } from '../../../../_parts/customer/true-note'
import { single, type Visit } from '../../../../_parts/customer/visit'

interface NewCard {
  visit: Visit
  path: string
  query: Record<string, string | string[] | undefined>
  /** The form, with the problem of the last attempt. */
  children: (parts: {
    problem: CardProblemText | undefined
    button: string
    hidden: Readonly<Record<string, string>>
  }) => ReactNode
}

/** The page around the form for a new card. It says what the card will be used for. */
export async function NewCard({ visit, path, query: { problem, note, from }, children }: NewCard) {
  const { context, accountId, merchant, words } = visit
  const { say } = words
  const [{ methods }, owed] = await Promise.all([
    readAccount(context, accountId),
    owedSums(context, accountId),
  ])
  const amount = owed.length > 0 ? words.sums(owed) : undefined
  const [card] = methods
  return (
    <Page
      visit={visit}
      path={path}
      title={say('new.title')}
      note={trueNote(single(note), { changed: true })}
      back={backLink(words, single(from))}
    >
      <p className={styles.lead}>
        {amount
          ? say('new.owed', { amount })
          : card
            ? say('new.other', { card: words.card(card) })
            : say('new.first')}
      </p>
      {children({
        problem: problemNamed(single(problem), words, merchantName(merchant)),
        hidden: { account: accountId, owed: owedField(owed) },
        button: amount ? say('new.buttonPay', { amount }) : say('new.button'),
      })}
    </Page>
  )
}
