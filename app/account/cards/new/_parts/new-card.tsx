import type { ReactNode } from 'react'
import { readAccount } from '@/server/account/change'
import { owedBy, sumsOf } from '@/server/customer/owed'
import { merchantName } from '../../../../_parts/customer/frame'
import { Page } from '../../../../_parts/customer/page'
import styles from '../../../../_parts/customer/page.module.css'
import { single, type Visit } from '../../../../_parts/customer/visit'
import { declineKey, type Words } from '../../../../_parts/customer/words'

interface NewCard {
  visit: Visit
  path: string
  query: Record<string, string | string[] | undefined>
  /** The form, with what was wrong before. */
  children: (parts: { problem: CardProblemText | undefined; button: string }) => ReactNode
}

interface CardProblemText {
  key: string
  text: string
}

/** The page around the form for a new card: what the card will be used for. */
export async function NewCard({ visit, path, query: { problem, note }, children }: NewCard) {
  const { context, accountId, merchant, words } = visit
  const { say } = words
  const [{ methods }, owed] = await Promise.all([readAccount(context, accountId), owedBy(context, accountId)])
  const amount = owed.length > 0 ? words.sums(sumsOf(owed)) : undefined
  const [card] = methods
  return (
    <Page
      visit={visit}
      path={path}
      title={say('new.title')}
      note={single(note)}
      back={{ to: '/account/cards', text: say('cards.title') }}
    >
      <p className={styles.lead}>
        {amount
          ? say('new.owed', { amount })
          : card
            ? say('new.other', { card: words.card(card) })
            : say('new.first')}
      </p>
      {children({
        problem: problemOf(single(problem), words, merchantName(merchant)),
        button: amount ? say('new.buttonPay', { amount }) : say('new.button'),
      })}
    </Page>
  )
}

const knownProblems = [
  'badNumber',
  'badExpires',
  'badCsc',
  'pastExpires',
  'notTest',
  'stale',
  'failed',
  'noAnswer',
  'tooMany',
] as const

/** Returns the problem named in the query if it is a known one. */
function problemOf(key: string | undefined, words: Words, shop: string): CardProblemText | undefined {
  if (key === undefined) return undefined
  if (key === 'new.elsewhere') return { key, text: words.say(key, { shop }) }
  const name = knownProblems.find((each) => key === `new.${each}`)
  if (name) return { key, text: words.say(`new.${name}`) }
  return key.startsWith('decline.')
    ? { key, text: words.say(declineKey(key.slice('decline.'.length))) }
    : undefined
}
