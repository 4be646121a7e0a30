import type { Scheme } from '@/server/model/card/schemas'
import { schemeName } from '@/server/model/card/scheme-name'
import styles from './cells.module.css'

/** Our own small drawings in the colours and shapes of the schemes. */
const marks: Partial<Record<Scheme, { ground: string; text?: string; dots?: [string, string] }>> = {
  visa: { ground: '#1a3a8f', text: 'VISA' },
  electron: { ground: '#1a6bb8', text: 'VISA' },
  mastercard: { ground: '#22262b', dots: ['#e6352b', '#f3a01f'] },
  maestro: { ground: '#22262b', dots: ['#2a7fc9', '#d93a35'] },
  amex: { ground: '#1f72b8', text: 'AMEX' },
  diners: { ground: '#0e4c8a', text: 'DC' },
  discover: { ground: '#c9540a', text: 'DISC' },
  interpayment: { ground: '#3a4a7a', text: 'IP' },
  jcb: { ground: '#1c7a46', text: 'JCB' },
  unionpay: { ground: '#0f6f78', text: 'UP' },
  dankort: { ground: '#c0272d', text: 'DK' },
}

/** The mark of a card scheme, as large as a letter. The text next to it names the scheme. */
export function SchemeMark({ scheme }: { scheme: Scheme }) {
  const { ground, text, dots } = marks[scheme] ?? { ground: '#6b747b' }
  return (
    <svg
      className={styles.mark}
      width="28"
      height="18"
      viewBox="0 0 28 18"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="28" height="18" rx="3" fill={ground} />
      {text && (
        <text
          x="14"
          y="12.4"
          textAnchor="middle"
          fill="#fff"
          fontSize={text.length > 3 ? 8 : 9}
          fontWeight="700"
          fontStyle={text === 'VISA' ? 'italic' : undefined}
        >
          {text}
        </text>
      )}
      {dots && (
        <>
          <circle cx="11" cy="9" r="5" fill={dots[0]} />
          <circle cx="17" cy="9" r="5" fill={dots[1]} fillOpacity="0.85" />
        </>
      )}
      {!text && !dots && <path d="M0 5h28v3H0z" fill="#fff" fillOpacity="0.55" />}
    </svg>
  )
}

/** A card: the mark of its scheme and its last four digits. */
export const CardMark = ({ scheme, last4 }: { scheme: Scheme | undefined; last4: string | undefined }) =>
  last4 ? (
    <span className={styles.card} title={`${schemeName(scheme ?? 'unknown')} ending in ${last4}`}>
      <SchemeMark scheme={scheme ?? 'unknown'} />
      <span className="visually-hidden">{schemeName(scheme ?? 'unknown')} ending in </span>
      {last4}
    </span>
  ) : (
    <span className={styles.none}>–</span>
  )
