import type { Scheme } from '@/server/model/card/schemas'
import styles from './brand-mark.module.css'

/** The text on the mark of a scheme without a drawing. */
const letters: Partial<Record<Scheme, string>> = {
  amex: 'AMEX',
  dankort: 'DK',
  diners: 'DC',
  discover: 'DISC',
  electron: 'VISA',
  jcb: 'JCB',
  maestro: 'MAE',
  unionpay: 'UP',
  visa: 'VISA',
}

/** The mark of a card scheme, shown beside its name. */
export function BrandMark({ scheme }: { scheme: Scheme }) {
  return (
    <svg
      viewBox="0 0 36 24"
      width="36"
      height="24"
      aria-hidden="true"
      focusable="false"
      className={styles.mark}
    >
      <rect x="0.5" y="0.5" width="35" height="23" rx="3.5" className={styles.card} />
      <Face scheme={scheme} />
    </svg>
  )
}

function Face({ scheme }: { scheme: Scheme }) {
  if (scheme === 'mastercard') {
    return (
      <>
        <circle cx="14.5" cy="12" r="6" fill="#d9352b" />
        <circle cx="21.5" cy="12" r="6" fill="#ee9b1f" fillOpacity="0.85" />
      </>
    )
  }
  const text = letters[scheme]
  if (text) {
    return (
      <text x="18" y="15.5" textAnchor="middle" className={styles.letters}>
        {text}
      </text>
    )
  }
  return <path d="M1 7.5h34v4H1zM5 16h9" className={styles.plain} />
}
