import { useState } from 'react'
import type { SayInShop } from './say'
import styles from './test-cards.module.css'

interface TestCard {
  number: string
  what: string
}

/** Published test cards of the simulated acquirer, one for each outcome of a payment. */
const cards = [
  { number: '4111 1111 1111 1111', what: 'demo.cards.accepted' },
  { number: '4000 0027 6000 3184', what: 'demo.cards.verified' },
  { number: '4000 0000 0000 9995', what: 'demo.cards.declined' },
] as const

/** Card numbers to try, with any future month and any three-digit code. */
export function TestCards({
  ofService,
  say,
}: {
  ofService?: readonly TestCard[] | undefined
  say: SayInShop
}) {
  const shown = ofService ?? cards.map(({ number, what }) => ({ number, what: say(what) }))
  const [copied, setCopied] = useState<string>()
  const copy = async (number: string) => {
    try {
      await navigator.clipboard.writeText(number)
      setCopied(number)
    } catch {
      // The browser does not allow copying. The number is visible and can be typed.
    }
  }
  return (
    <details className={styles.test} open>
      <summary>{say('demo.testCards')}</summary>
      <ul>
        {shown.map(({ number, what }) => (
          <li key={number}>
            <span>
              <code>{number}</code> {what}
            </span>
            <button
              type="button"
              onClick={() => copy(number)}
              aria-label={say('demo.copyNumber', { number })}
            >
              {say(copied === number ? 'demo.copied' : 'demo.copy')}
            </button>
          </li>
        ))}
      </ul>
      <p>
        {say('demo.anyDate')} {!ofService && <a href="/docs#test-cards">{say('demo.allCards')}</a>}
      </p>
    </details>
  )
}
