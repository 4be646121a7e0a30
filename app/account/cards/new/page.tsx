import { readAccount } from '@/server/account/change'
import { owedBy, sumsOf } from '@/server/customer/owed'
import { CardForm } from '../../../_parts/customer/card-form'
import { merchantName } from '../../../_parts/customer/frame'
import { Page } from '../../../_parts/customer/page'
import styles from '../../../_parts/customer/page.module.css'
import { titled } from '../../../_parts/customer/titled'
import { accountPage, type Query, single } from '../../../_parts/customer/visit'
import { declineKey, type Words } from '../../../_parts/customer/words'

export const generateMetadata = () => titled('new.title')

const path = '/account/cards/new'

/** The form for a new card. */
export default async function NewCardPage({ searchParams }: { searchParams: Query }) {
  const { problem, note } = await searchParams
  return accountPage(path, async (visit) => {
    const { context, accountId, merchant, words } = visit
    const { say } = words
    const [{ methods }, owed] = await Promise.all([
      readAccount(context, accountId),
      owedBy(context, accountId),
    ])
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
        <CardForm
          problem={problemOf(single(problem), words, merchantName(merchant))}
          texts={{
            number: say('new.number'),
            expires: say('new.expires'),
            csc: say('new.csc'),
            cscHelp: say('new.cscHelp'),
            button: amount ? say('new.buttonPay', { amount }) : say('new.button'),
            busy: say('new.busy'),
            noAnswer: say('new.noAnswer'),
            badNumber: say('new.badNumber'),
            badExpires: say('new.badExpires'),
            badCsc: say('new.badCsc'),
            test: merchant.cardService === 'test' ? say('new.test') : '',
          }}
        />
      </Page>
    )
  })
}

const knownProblems = [
  ...([
    'badNumber',
    'badExpires',
    'badCsc',
    'pastExpires',
    'notTest',
    'stale',
    'failed',
    'noAnswer',
    'tooMany',
  ] as const),
]

/** Returns the problem named in the query if it is a known one. */
function problemOf(key: string | undefined, words: Words, shop: string) {
  if (key === undefined) return undefined
  if (key === 'new.elsewhere') return { key, text: words.say(key, { shop }) }
  const name = knownProblems.find((each) => key === `new.${each}`)
  if (name) return { key, text: words.say(`new.${name}`) }
  return key.startsWith('decline.')
    ? { key, text: words.say(declineKey(key.slice('decline.'.length))) }
    : undefined
}
