import type { ReactNode } from 'react'
import type { Merchant } from '@/db/schema'
import { colourOf } from '@/server/model/colour'
import { mailto } from '@/server/model/mailto'
import forms from '../forms.module.css'
import { Mark } from '../mark'
import { OfflineGuard } from '../offline-guard'
import styles from './frame.module.css'
import { Languages } from './languages'
import { SendOnce } from './send-once'
import type { Words } from './words'

export const merchantName = ({ branding, name }: Merchant): string => branding.name ?? name

/** A page for a merchant's customer in the merchant's name and colour, or in Kassa's if the merchant is not known. */
export function Frame({
  merchant,
  words,
  path,
  aside,
  narrow = false,
  wide = false,
  children,
}: {
  merchant: Merchant | undefined
  words: Words
  /** The path of the page, to return to after a change of language. */
  path: string
  /** Shown to the right of the name. */
  aside?: ReactNode
  /** For a page with a single message. */
  narrow?: boolean
  /** For a page with a lot of content. */
  wide?: boolean
  children: ReactNode
}) {
  const colour = merchant && colourOf(merchant.branding.colour)
  const width = narrow ? styles.narrow : wide ? styles.wide : ''
  return (
    <div className={`${styles.ground} ${colour ? styles.branded : ''}`} lang={words.language}>
      {/* A separate style sheet, because the content security policy forbids inline styles. */}
      {colour && (
        <link rel="stylesheet" href={`/account/brand?colour=${colour.slice(1)}`} precedence="merchant" />
      )}
      <div className={`${styles.page} ${width}`}>
        <header className={styles.head}>
          <span className={styles.brand}>
            {merchant ? <Brand merchant={merchant} /> : <Kassa />}
            {merchant?.type === 'test' && <span className={forms.tag}>{words.say('frame.test')}</span>}
          </span>
          {aside}
        </header>
        <OfflineGuard text={words.say('frame.offline')} />
        <SendOnce />
        <main className={styles.main}>{children}</main>
        <footer className={styles.foot}>
          {merchant && <Support merchant={merchant} words={words} />}
          {merchant?.branding.website?.startsWith('https://') && (
            <a href={merchant.branding.website}>
              {words.say('frame.back', { shop: merchantName(merchant) })}
            </a>
          )}
          <Languages words={words} path={path} />
          {merchant && <span>{words.say('frame.powered')}</span>}
        </footer>
      </div>
    </div>
  )
}

function Brand({ merchant }: { merchant: Merchant }) {
  const { logo, website } = merchant.branding
  return (
    <>
      {logo?.match(/^https?:/) && (
        // biome-ignore lint/performance/noImgElement: the image is small and may be on the merchant's server
        <img src={logo} alt="" className={styles.logo} referrerPolicy="no-referrer" />
      )}
      {website?.startsWith('https://') ? (
        <a href={website} className={styles.name}>
          {merchantName(merchant)}
        </a>
      ) : (
        <span className={styles.name}>{merchantName(merchant)}</span>
      )}
    </>
  )
}

const Kassa = () => (
  <>
    <Mark /> Kassa
  </>
)

function Support({ merchant, words: { say } }: { merchant: Merchant; words: Words }) {
  const { supportEmail } = merchant.branding
  if (!supportEmail) return <span>{say('frame.ask', { shop: merchantName(merchant) })}</span>
  return (
    <span>
      {say('frame.questions')} <a href={mailto(supportEmail)}>{supportEmail}</a>
    </span>
  )
}
