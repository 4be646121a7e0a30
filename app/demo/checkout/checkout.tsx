'use client'

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { KassaCard } from '@/app/_parts/card-element/kassa-card'
import type { Card } from '@/server/model/card/schemas'
import { FactList } from '../../_parts/fact-list'
import forms from '../../_parts/forms.module.css'
import styles from './checkout.module.css'
import { attemptTo, type OrderAttempt, type Ordered, type OrderResult, order } from './order'
import { maxQuantity, product } from './product'
import { type ShopTexts, sayInShop } from './say'
import type { Price } from './sums'
import { TestCards } from './test-cards'
import { Thanks } from './thanks'

interface CheckoutProps {
  merchant: string
  publicKey: string
  /** The price of one, two, three …. */
  sums: readonly Price[]
  /** The message for the payer, by decline code. */
  declines: Record<string, string>
  art: ReactNode
  shopTexts: ShopTexts
  /** The test cards of the merchant's card service, unless it is the simulated acquirer. */
  testCards: readonly { number: string; what: string }[] | undefined
}

/** A product, a card and a button, and after payment the receipt. */
export function Checkout({ merchant, publicKey, sums, declines, art, shopTexts, testCards }: CheckoutProps) {
  const say = sayInShop(shopTexts)
  const card = useRef<KassaCard>(null)
  const [quantity, setQuantity] = useState(1)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [paid, setPaid] = useState<{ order: Ordered; card: Card; sum: Price }>()
  /** An order that was sent and whose outcome is not known. Until it is, only this order can be sent again. */
  const [open, setOpen] = useState<{ attempt: OrderAttempt; card: Card }>()
  const isFixed = isBusy || open !== undefined
  const sum = sums[quantity - 1] ?? { total: '', vat: '' }

  useEffect(() => {
    const form = card.current
    const showError = (event: Event) => event instanceof CustomEvent && setProblem(event.detail.message)
    form?.addEventListener('error', showError)
    return () => form?.removeEventListener('error', showError)
  }, [])

  async function pay(form: KassaCard) {
    const token = open?.card ?? (await form.tokenize())
    const attempt = open?.attempt ?? attemptTo(say('demo.product'), quantity, token)
    let outcome = await order(publicKey, attempt)
    if (outcome.status === 'verify') {
      setOpen(undefined)
      await form.verify(outcome.response)
      outcome = await order(publicKey, attempt)
    }
    setOpen(outcome.status === 'unknown' ? { attempt, card: token } : undefined)
    if (outcome.status === 'ordered') setPaid({ order: outcome.order, card: token, sum })
    else setProblem(problemOf(outcome))
  }

  function problemOf(outcome: Exclude<OrderResult, { status: 'ordered' }>): string | undefined {
    if (outcome.status === 'unknown') return say('demo.unknown')
    if (outcome.status === 'limited') return say('demo.tooMany')
    if (outcome.status === 'refused') return say('demo.refused')
    return declines[outcome.status === 'declined' ? outcome.code : ''] ?? declines['card declined']
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const form = card.current
    if (isBusy || !form) return
    if (!form.tokenize) return setProblem(say('demo.notLoaded'))
    setProblem(undefined)
    setBusy(true)
    try {
      await pay(form)
    } catch (error) {
      // The card form itself shows what is wrong with the card.
      const { code, message } = error as { code?: string; message: string }
      if (code !== 'invalid card') setProblem(message)
    }
    setBusy(false)
  }

  if (paid) return <Thanks merchant={merchant} say={say} {...paid} again={() => setPaid(undefined)} />

  return (
    <>
      <section className={styles.product} aria-labelledby="product">
        <div className={styles.art}>{art}</div>
        <div className={styles.about}>
          <h1 id="product">{say('demo.product')}</h1>
          <p>{say('demo.productAbout')}</p>
          <p className={styles.price}>
            {sums[0]?.total} <span>{say('demo.bag', { vat: String(product.vat) })}</span>
          </p>
        </div>
      </section>
      <form onSubmit={submit} className={styles.form} aria-label={say('demo.order')} noValidate>
        <div className={styles.row}>
          <span id="quantity">{say('demo.quantity')}</span>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex row */}
          <span className={styles.stepper} role="group" aria-labelledby="quantity">
            <button
              type="button"
              aria-label={say('demo.less')}
              aria-disabled={isFixed || quantity === 1 || undefined}
              onClick={() => !isFixed && setQuantity(Math.max(1, quantity - 1))}
            >
              −
            </button>
            <output aria-live="polite">{quantity}</output>
            <button
              type="button"
              aria-label={say('demo.more')}
              aria-disabled={isFixed || quantity === maxQuantity || undefined}
              onClick={() => !isFixed && setQuantity(Math.min(maxQuantity, quantity + 1))}
            >
              +
            </button>
          </span>
        </div>
        <FactList
          className={styles.sums}
          facts={[
            [say('demo.delivery'), say('demo.free')],
            [say('demo.vat', { vat: String(product.vat) }), sum.vat],
            [say('demo.total'), sum.total],
          ]}
        />
        <h2>{say('demo.card')}</h2>
        <kassa-card
          ref={card}
          public-key={publicKey}
          locale={shopTexts.language}
          className={styles.card}
          disabled={open !== undefined}
        />
        <div role="alert" className={styles.alerts}>
          {problem !== undefined && <p className={forms.alert}>{problem}</p>}
        </div>
        <button type="submit" className={forms.action} aria-disabled={isBusy || undefined}>
          {isBusy ? say('demo.busy') : say('demo.pay', { amount: sum.total })}
        </button>
        <TestCards ofService={testCards} say={say} />
      </form>
    </>
  )
}
