import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { Languages } from '@/app/_parts/customer/languages'
import { wordsForVisitor } from '@/app/_parts/customer/login-page'
import { declineKey } from '@/app/_parts/customer/words'
import { enDemo } from '@/app/_texts/en-demo'
import { catalogues } from '@/app/_texts/texts'
import { nonceHeader } from '@/server/http/policy'
import { findMerchant } from '@/server/merchant/find-merchant'
import { declineCodes } from '@/server/model/card/service'
import type { Language } from '@/server/model/language'
import { runtime } from '@/server/runtime'
import forms from '../../_parts/forms.module.css'
import { OfflineGuard } from '../../_parts/offline-guard'
import { demoShop } from '../_parts/demo-shop'
import { Art } from './art'
import { Checkout } from './checkout'
import styles from './checkout.module.css'
import type { ShopTexts } from './say'
import { sumsIn } from './sums'

export async function generateMetadata(): Promise<Metadata> {
  const { say } = await wordsForVisitor(undefined)
  return {
    title: { absolute: `${say('demo.checkout')} · ${say('demo.sample')}` },
    description: say('demo.about'),
    robots: { index: false, follow: false },
  }
}

/** A sample shop built on `/embed/card.js`, to try it. It exists only with the demo merchant. */
export default async function CheckoutPage() {
  const shop = demoShop()
  if (!shop) notFound()
  const service = (await findMerchant(runtime().db, shop.merchant))?.cardService ?? 'test'
  const nonce = (await headers()).get(nonceHeader) ?? undefined
  const words = await wordsForVisitor(undefined)
  const { say, language } = words
  return (
    <div className={styles.ground}>
      <script src="/embed/card.js" async nonce={nonce} />
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a landmark of the page; the bank's has its own */}
      <header className={styles.head} aria-label={say('demo.shop')}>
        <span className={styles.brand}>Demo Store</span>
        <span className={forms.tag}>{say('demo.sample')}</span>
      </header>
      <main className={styles.main} aria-label={say('demo.checkout')}>
        <Checkout
          merchant={shop.merchant}
          publicKey={shop.publicKey}
          sums={sumsIn(language)}
          shopTexts={{ language, texts: textsOfShop(language) }}
          declines={Object.fromEntries(declineCodes.map((code) => [code, say(declineKey(code))]))}
          art={<Art label={say('demo.art')} />}
          testCards={runtime().cards.named(service).fields?.testCards}
        />
      </main>
      <OfflineGuard text={say('demo.offline')} />
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a landmark of the page; the bank's has its own */}
      <footer className={styles.foot} aria-label={say('demo.theShop')}>
        <span>{say('demo.notReal')}</span>
        <a href="/docs#card-form">{say('demo.howBuilt')}</a>
        <a href="/">Kassa</a>
        <Languages words={words} path="/demo/checkout" />
      </footer>
    </div>
  )
}

/** Only the texts of the shop, because the browser gets them all. */
const textsOfShop = (language: Language): ShopTexts['texts'] => {
  const keys = Object.keys(enDemo).filter((key): key is keyof ShopTexts['texts'] => key.startsWith('demo.'))
  return Object.fromEntries(keys.map((key) => [key, catalogues[language][key]])) as ShopTexts['texts']
}
