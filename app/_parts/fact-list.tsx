import type { ReactNode } from 'react'
import styles from './forms.module.css'

/** Names and values below each other. Entries that are false or without a value are left out. */
export const FactList = ({
  facts,
  className = '',
}: {
  facts: readonly (readonly [name: string, value: ReactNode] | false | undefined)[]
  className?: string | undefined
}) => (
  <dl className={`${styles.facts} ${className}`}>
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
    )}
  </dl>
)
