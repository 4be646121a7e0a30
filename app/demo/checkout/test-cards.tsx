import { useState } from 'react'
import styles from './test-cards.module.css'

interface TestCard {
  number: string
  what: string
}

/** Published test cards of the simulated acquirer, one for each outcome of a payment. */
const cards: readonly TestCard[] = [
  { number: '4111 1111 1111 1111', what: 'is accepted' },
  { number: '4000 0027 6000 3184', what: 'asks for 3-D Secure' },
  { number: '4000 0000 0000 9995', what: 'is declined: not enough money' },
]

/** Card numbers to try, with any future month and any three-digit code. */
export function TestCards({ ofService = cards }: { ofService?: readonly TestCard[] | undefined }) {
  const [copied, setCopied] = useState<string>()
  const copy = async (number: string) => {
    try {
      await navigator.clipboard.writeText(number)
      setCopied(number)
    } catch {
      // The browser does not allow copying. The number is visible, so people can type it.
    }
  }
  return (
    <details className={styles.test} open>
      <summary>Test cards to try</summary>
      <ul>
        {ofService.map(({ number, what }) => (
          <li key={number}>
            <span>
              <code>{number}</code> {what}
            </span>
            <button type="button" onClick={() => copy(number)} aria-label={`Copy ${number}`}>
              {copied === number ? 'Copied' : 'Copy'}
            </button>
          </li>
        ))}
      </ul>
      <p>
        Any month to come, such as 12/30, and any code, such as 987.{' '}
        {ofService === cards && <a href="/docs#test-cards">All test cards</a>}
      </p>
    </details>
  )
}
