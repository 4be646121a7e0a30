import type { CSSProperties, ReactNode } from 'react'
import type { Merchant } from '@/server/merchant/merchant'
import { Mark } from '../../_parts/mark'
import { type BrandColours, brandColours } from './brand'
import styles from './frame.module.css'

export const merchantName = ({ branding, name }: Merchant): string => branding.name ?? name

/** A page for a merchant's customer, in the merchant's name and colour; in ours while the merchant is not known. */
export function Frame({
  merchant,
  aside,
  narrow = false,
  children,
}: {
  merchant: Merchant | undefined
  /** At the right of the name. */
  aside?: ReactNode
  /** For a page that says one thing. */
  narrow?: boolean
  children: ReactNode
}) {
  const colours = brandColours(merchant?.branding.colour)
  return (
    <div className={`${styles.ground} ${colours ? styles.branded : ''}`} style={colours && styleOf(colours)}>
      <div className={`${styles.page} ${narrow ? styles.narrow : ''}`}>
        <header className={styles.head}>
          <span className={styles.brand}>
            {merchant ? <Brand merchant={merchant} /> : <Kassa />}
            {merchant?.type === 'test' && <span className={styles.tag}>Test</span>}
          </span>
          {aside}
        </header>
        <main className={styles.main}>{children}</main>
        <footer className={styles.foot}>
          {merchant && <Support merchant={merchant} />}
          {merchant && <span>Powered by Kassa</span>}
        </footer>
      </div>
    </div>
  )
}

const styleOf = ({ light, dark }: BrandColours): CSSProperties & Record<`--${string}`, string> => ({
  '--text-light': light.text,
  '--fill-light': light.fill,
  '--on-fill-light': light.onFill,
  '--text-dark': dark.text,
  '--fill-dark': dark.fill,
  '--on-fill-dark': dark.onFill,
})

function Brand({ merchant }: { merchant: Merchant }) {
  const { logo } = merchant.branding
  return (
    <>
      {logo && /^https?:\/\//.test(logo) && (
        // biome-ignore lint/performance/noImgElement: it lies on the merchant's server, and is small
        <img src={logo} alt="" className={styles.logo} referrerPolicy="no-referrer" />
      )}
      <span className={styles.name}>{merchantName(merchant)}</span>
    </>
  )
}

const Kassa = () => (
  <>
    <Mark /> Kassa
  </>
)

function Support({ merchant }: { merchant: Merchant }) {
  const { supportEmail } = merchant.branding
  if (!supportEmail) return <span>Questions? Ask {merchantName(merchant)}.</span>
  return (
    <span>
      Questions? <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </span>
  )
}
