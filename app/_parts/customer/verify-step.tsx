import type { ReactNode } from 'react'
import { Bank } from './bank'
import styles from './page.module.css'
import type { Words } from './words'

/**
 * The step in which a cardholder confirms a card with the bank: the bank's page, and a button that continues afterwards.
 * `children`: a button or link that leaves the step.
 */
export const VerifyStep = ({
  words: { say, language },
  about,
  step: { url, pareq },
  sealed,
  baseUrl,
  action,
  problem,
  children,
}: {
  words: Words
  about: string
  /** The bank's address, and its reference for the verification. */
  step: { url: string; pareq: string }
  /** The card that waits, encrypted. */
  sealed: string
  baseUrl: string
  /** The path that the form and the bank post to. */
  action: string
  /** The problem in the query. */
  problem: string | undefined
  children: ReactNode
}) => {
  const isTooEarly = problem === 'verify.notYet'
  return (
    <>
      <p className={styles.lead} role={isTooEarly ? 'status' : undefined}>
        {isTooEarly ? <strong>{say('verify.notYet')}</strong> : about}
      </p>
      <Bank
        url={url}
        pareq={pareq}
        back={`${baseUrl}${action}`}
        language={language}
        texts={{ frame: say('verify.frame'), open: say('verify.open') }}
      />
      <div className={styles.buttons}>
        <form id="verified" method="post" action={action}>
          <input type="hidden" name="step" value={sealed} />
          <button type="submit" className={styles.quiet}>
            {say('verify.done')}
          </button>
        </form>
        {children}
      </div>
    </>
  )
}
