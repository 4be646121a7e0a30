import type { MethodRow } from '@/server/account/queries'
import { schemeName } from '@/server/card/scheme-name'
import type { Day } from '@/server/clock/calendar'
import styles from './page.module.css'
import { hasExpired } from './words'

/** The stored cards of a customer, the default first. */
export function Cards({ methods, today }: { methods: readonly MethodRow[]; today: Day }) {
  return (
    <section className={styles.section} aria-labelledby="cards">
      <h2 id="cards">Cards</h2>
      {methods.length === 0 && <p className={styles.none}>You have no cards here.</p>}
      <ul className={styles.list}>
        {methods.map(({ id, scheme, last4, expires }, index) => (
          <li key={id}>
            <div>
              <strong>
                {schemeName(scheme)} <span aria-hidden="true">••••</span>
                <span className="visually-hidden">ending in</span> {last4}
              </strong>
              {index === 0 && methods.length > 1 && <span>Used for payments</span>}
            </div>
            <div className={styles.right}>
              <Validity expires={expires} today={today} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Validity({ expires, today }: { expires: MethodRow['expires']; today: Day }) {
  const [month, year] = expires.map((part) => String(part).padStart(2, '0'))
  const gone = hasExpired(expires, today)
  return (
    <span className={gone ? styles.gone : ''}>
      {gone ? 'Expired' : 'Expires'} {month}/{year}
    </span>
  )
}
