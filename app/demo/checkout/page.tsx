import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { declineKey } from '@/app/_parts/customer/words'
import { sayIn } from '@/app/_texts/texts'
import { nonceHeader } from '@/server/http/policy'
import { findMerchant } from '@/server/merchant/create-merchant'
import { declineCodes } from '@/server/model/card/service'
import { runtime } from '@/server/runtime'
import forms from '../../_parts/forms.module.css'
import { OfflineGuard } from '../../_parts/offline-guard'
import { demoShop } from '../_parts/demo-shop'
import { Art } from './art'
import { Checkout } from './checkout'
import styles from './checkout.module.css'
import { sums } from './sums'

export const metadata: Metadata = {
  title: { absolute: 'Checkout · Sample shop' },
  description: 'A sample checkout: a product, a card form, an order, 3-D Secure.',
  robots: { index: false, follow: false },
}

/** A sample shop built on `/embed/card.js`, to see it and try it. It exists only with the demo merchant. */
export default async function CheckoutPage() {
  const shop = demoShop()
  if (!shop) notFound()
  const service = (await findMerchant(runtime().db, shop.merchant))?.cardService ?? 'test'
  const nonce = (await headers()).get(nonceHeader) ?? undefined
  const say = sayIn('en')
  return (
    <div className={styles.ground}>
      <script src="/embed/card.js" async nonce={nonce} />
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a landmark of the page; the bank's has its own */}
      <header className={styles.head} aria-label="Shop">
        <span className={styles.brand}>Demo Store</span>
        <span className={forms.tag}>Sample shop</span>
      </header>
      <main className={styles.main} aria-label="Checkout">
        <Checkout
          merchant={shop.merchant}
          publicKey={shop.publicKey}
          sums={sums}
          declines={Object.fromEntries(declineCodes.map((code) => [code, say(declineKey(code))]))}
          art={<Art />}
          testCards={runtime().cards.named(service).fields?.testCards}
        />
      </main>
      <OfflineGuard text="You are offline. Nothing was paid now, and nothing will be paid later. Try again when you are online." />
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a landmark of the page; the bank's has its own */}
      <footer className={styles.foot} aria-label="About this shop">
        <span>No real shop: nothing is sent and no money moves.</span>
        <a href="/docs#card-form">How it is built</a>
        <a href="/">Kassa</a>
      </footer>
    </div>
  )
}
