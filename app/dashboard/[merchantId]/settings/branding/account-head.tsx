'use client'

import { useComputedColorScheme } from '@mantine/core'
import type { CSSProperties } from 'react'
import { brandColours } from '@/app/_parts/customer/brand'
import frame from '@/app/_parts/customer/frame.module.css'
import forms from '@/app/_parts/forms.module.css'
import type { Branding } from '@/db/schema/merchant'
import { exponentOf } from '@/server/model/money/currencies'
import detail from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import styles from '../../../_parts/settings.module.css'

/** The header of the account page with the values typed so far. */
export function AccountHead({ typed }: { typed: Record<keyof Branding, string> }) {
  const { name, type, money, currency } = useMerchant()
  const scheme = useComputedColorScheme('light')
  const shades = brandColours(typed.colour)?.[scheme]
  const colours: CSSProperties & Record<`--${string}`, string> = {
    '--fill': shades?.fill ?? 'var(--accent)',
    '--on-fill': shades?.onFill ?? 'var(--on-accent)',
  }
  const shop = typed.name.trim() || name
  return (
    <div className={styles.account} style={colours}>
      <div className={frame.head}>
        <span className={frame.brand}>
          {/^https?:\/\/./.test(typed.logo) && URL.canParse(typed.logo) && (
            // biome-ignore lint/performance/noImgElement: a small image on the merchant's own server
            <img
              key={typed.logo}
              src={typed.logo}
              alt=""
              className={frame.logo}
              referrerPolicy="no-referrer"
            />
          )}
          <span className={frame.name}>{shop}</span>
          {type === 'test' && <span className={forms.tag}>Test</span>}
        </span>
      </div>
      <span className={styles.button}>
        Pay {money({ amount: 269n * 10n ** BigInt(exponentOf(currency)), currency })}
      </span>
      <span className={detail.soft}>
        {typed.supportEmail ? (
          <>
            Questions? <span style={{ color: shades?.text ?? 'var(--accent)' }}>{typed.supportEmail}</span>
          </>
        ) : (
          `Questions? Contact ${shop}.`
        )}
      </span>
    </div>
  )
}
