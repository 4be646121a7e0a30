import { merchantName } from '../../_parts/customer/frame'
import lists from '../../_parts/customer/list.module.css'
import { AddressForm } from '../../_parts/customer/login-forms'
import { MessagePage } from '../../_parts/customer/message-page'
import { Note } from '../../_parts/customer/note'
import { Facts } from '../../_parts/customer/order-list'
import { factInWords, orderTitle } from '../../_parts/customer/order-words'
import styles from '../../_parts/customer/page.module.css'
import type { PaymentVisit } from '../../_parts/customer/payment-visit'
import { runningNotes, trueNote } from '../../_parts/customer/true-note'

/** Shown when a payment cannot be made here: it is paid, running or cancelled, or the link has expired. */
export function Outcome({ visit, note }: { visit: PaymentVisit; note: string | undefined }) {
  const { payment, merchant, words, path } = visit
  const { order, owed, owesMore, facts } = payment
  const { say } = words
  const shop = merchantName(merchant)
  const page = { merchant, words, path }
  const orderPage = `/account/orders/${order.id}`
  /** Names the merchant to a visitor who has not logged in. */
  const atShop = (address: string) => `${address}?merchant=${merchant.id}`
  const [first] = facts
  const title = first ? factInWords(words, first, order.currency) : say('link.nothingTitle')
  const what = <p>{orderTitle(words, order)}</p>
  if (owed?.isRunning) {
    return (
      <MessagePage {...page} title={title}>
        <Note name={trueNote(note, runningNotes)} words={words} />
        {what}
        <p>{say(owed.needsApproval ? 'approve.why' : 'need.runningWhy')}</p>
        <p className={styles.buttons}>
          {owed.needsApproval ? (
            <a href={`${path}/approve`} className={styles.strong}>
              {say('approve.button')}
            </a>
          ) : (
            <a href={path} className={styles.quiet}>
              {say('link.running')}
            </a>
          )}
        </p>
      </MessagePage>
    )
  }
  if (owed) {
    const amount = words.money({ amount: owed.amount, currency: order.currency })
    return (
      <MessagePage {...page} title={say('link.expiredTitle')}>
        <p>{say('link.expired', { amount, shop })}</p>
        <AddressForm merchant={merchant} words={words} returnPath={orderPage} action={say('login.send')} />
      </MessagePage>
    )
  }
  if (order.charged > 0n) {
    return (
      <MessagePage {...page} title={title}>
        {first?.kind === 'paid' && (
          // biome-ignore lint/a11y/noAutofocus: without focus, screen readers would not announce what is in the first render
          <p role="status" tabIndex={-1} autoFocus className={styles.outcome}>
            {say('link.paid', { shop })}
          </p>
        )}
        {what}
        {facts.length > 1 && (
          <p className={lists.facts}>
            <Facts facts={facts.slice(1)} currency={order.currency} words={words} />
          </p>
        )}
        <p>
          <a href={atShop(orderPage)}>{say('link.receipt')}</a>
        </p>
        {owesMore && (
          <p>
            {say('link.owesMore', { shop })} <a href={atShop('/account')}>{say('link.seeUnpaid')}</a>
          </p>
        )}
      </MessagePage>
    )
  }
  return (
    <MessagePage {...page} title={say('link.nothingTitle')}>
      {what}
      <p className={lists.facts}>
        <Facts facts={facts} currency={order.currency} words={words} />
      </p>
    </MessagePage>
  )
}
