import type { ReactNode } from 'react'
import type { Day } from '@/server/model/calendar'
import { schemeName } from '@/server/model/card/scheme-name'
import type { MethodRow } from '@/server/store/accounts'
import { BrandMark } from './brand-mark'
import styles from './list.module.css'
import { hasExpired, monthYear, type Words } from './words'

/** Stored cards, the default first. `tools` are the actions for each. */
export function CardList({
  methods,
  today,
  words,
  tools,
}: {
  methods: readonly MethodRow[]
  today: Day
  words: Words
  tools?: (method: MethodRow, isDefault: boolean) => ReactNode
}) {
  if (methods.length === 0) return null
  return (
    <ul className={styles.list}>
      {methods.map((method, index) => (
        <li key={method.id}>
          <div className={styles.card}>
            <BrandMark scheme={method.scheme} />
            <div className={styles.cell}>
              <strong>
                {method.scheme === 'unknown' ? words.say('cards.card') : schemeName(method.scheme)}{' '}
                <span aria-hidden="true">••••</span>
                <span className="visually-hidden">{words.say('cards.ending')}</span> {method.last4}
              </strong>
              <Validity expires={method.expires} today={today} words={words} />
              {index === 0 && methods.length > 1 && <span>{words.say('cards.default')}</span>}
            </div>
            {tools && <div className={styles.tools}>{tools(method, index === 0)}</div>}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Validity({ expires, today, words }: { expires: MethodRow['expires']; today: Day; words: Words }) {
  const isGone = hasExpired(expires, today)
  return (
    <span className={isGone ? styles.gone : ''}>
      {words.say(isGone ? 'cards.expired' : 'cards.expires', { month: monthYear(expires) })}
    </span>
  )
}
