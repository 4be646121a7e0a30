import type { ReactNode } from 'react'
import { cardToRetry } from '@/server/customer/linked-payment'
import type { Owed } from '@/server/customer/owed'
import { type CardProblemText, problemNamed } from '../../_parts/customer/card-problem'
import { orderDueInWords, whyUnpaid } from '../../_parts/customer/due-words'
import { Frame, merchantName } from '../../_parts/customer/frame'
import { AddressForm } from '../../_parts/customer/login-forms'
import { MessagePage } from '../../_parts/customer/message-page'
import { Note } from '../../_parts/customer/note'
import { orderTitle } from '../../_parts/customer/order-words'
import styles from '../../_parts/customer/page.module.css'
import { PayButton } from '../../_parts/customer/pay-button'
import { currentPayment, type PaymentVisit } from '../../_parts/customer/payment-visit'
import { linkNotes, trueNote } from '../../_parts/customer/true-note'
import { single } from '../../_parts/customer/visit'
import { Lines } from './lines'
import { Outcome } from './outcome'
import own from './pay.module.css'
import { payable } from './payment'

interface FormParts {
  visit: PaymentVisit
  /** The URL that the form is posted to. */
  action: string
  problem: CardProblemText | undefined
  button: string
  /** Hidden fields: what the form was shown for. */
  hidden: Readonly<Record<string, string>>
}

/**
 * The page of a payment: what it is for, a form for another card, and the stored card if it can be tried again. It shows
 * nothing else of the account, and opening it changes nothing.
 */
export async function PaymentPage({
  linkKey,
  query,
  form,
}: {
  linkKey: string
  query: Record<string, string | string[] | undefined>
  /** The form for a card, with the fields of the merchant's card service. */
  form: (parts: FormParts) => ReactNode
}) {
  const { visit, merchant, words } = await currentPayment(linkKey)
  const { say } = words
  const note = single(query.note)
  if (!visit) {
    const shop = merchant ? merchantName(merchant) : say('frame.theShop')
    return (
      <MessagePage merchant={merchant} words={words} path={`/pay/${linkKey}`} title={say('login.cutTitle')}>
        <p>{say('link.cut', { shop })}</p>
        <AddressForm merchant={merchant} words={words} returnPath="/account" action={say('login.send')} />
      </MessagePage>
    )
  }
  const owed = payable(visit)
  if (!owed) return <Outcome visit={visit} note={note} />
  const shop = merchantName(visit.merchant)
  const amount = words.money({ amount: owed.amount, currency: owed.order.currency })
  const needsBank = owed.code === '3ds authentication failure'
  const card = await cardToRetry(visit.payment)
  const problem = problemNamed(single(query.problem), words, shop)
  const sameCard = card && (
    <section aria-labelledby="same-card">
      <h2 id="same-card">{say(needsBank ? 'approve.title' : 'link.sameCard')}</h2>
      {needsBank && <p className={styles.none}>{say('approve.why')}</p>}
      <PayButton
        action={`${visit.path}/do/stored`}
        owed={owed}
        card={card}
        words={words}
        text={say('pay.otherButton', { amount, card: words.card(card) })}
        isMain={needsBank}
      />
    </section>
  )
  return (
    <Frame merchant={visit.merchant} words={words} path={visit.path} narrow>
      <div className={own.payment}>
        <Note name={trueNote(note, linkNotes)} words={words} />
        <h1>{say('pay.title', { amount })}</h1>
        <PaymentSummary visit={visit} owed={owed} hasCard={card !== undefined} />
        {needsBank && sameCard}
        <section aria-labelledby="new-card">
          <h2 id="new-card">{say(card ? 'link.newCard' : 'new.card')}</h2>
          <p className={styles.none}>{say('link.newCardWhy', { shop })}</p>
          {form({
            ...{ visit, action: `${visit.path}/do/card`, problem, button: say('pay.button', { amount }) },
            hidden: { expected: owed.amount.toString() },
          })}
        </section>
        {!needsBank && sameCard}
      </div>
    </Frame>
  )
}

/**
 * What the payment is for, why it failed, and what happens if it is not paid. `hasCard`: the stored card can be tried
 * again, so the page asks for its approval elsewhere.
 */
export function PaymentSummary({
  visit: { words, today },
  owed,
  hasCard,
}: {
  visit: Pick<PaymentVisit, 'words' | 'today'>
  owed: Owed
  hasCard: boolean
}) {
  const { say } = words
  const { order, wantsApproval, amount } = owed
  return (
    <>
      <div className={own.what}>
        <strong>{orderTitle(words, order)}</strong>
        {order.due !== null && <span>{orderDueInWords(words, order.due, today)}</span>}
        <Lines lines={order.lines ?? []} total={{ amount, currency: order.currency }} words={words} />
      </div>
      <p className={styles.none}>
        {!(wantsApproval && hasCard) && whyUnpaid(owed, words)}{' '}
        {order.retryOn !== null && say('need.next', { when: words.near(order.retryOn, today) })}
      </p>
    </>
  )
}
