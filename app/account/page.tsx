import { factsOf } from '@/server/customer/order-facts'
import { owedBy } from '@/server/customer/owed'
import { listOrders } from '@/server/order/list-orders'
import { readAccount } from '@/server/store/accounts'
import { ActionNeeded } from '../_parts/customer/action-needed'
import { CardList } from '../_parts/customer/cards'
import { Frame, merchantName } from '../_parts/customer/frame'
import { informationFacts } from '../_parts/customer/information'
import { cardTrouble, nextPayment } from '../_parts/customer/next-payment'
import { Note } from '../_parts/customer/note'
import { OrderList } from '../_parts/customer/order-list'
import { SignOut } from '../_parts/customer/page'
import styles from '../_parts/customer/page.module.css'
import { accountMetadata } from '../_parts/customer/page-metadata'
import { Subscriptions } from '../_parts/customer/subscriptions'
import { overviewNotes, trueNote } from '../_parts/customer/true-note'
import { accountPage, type Query, single, type Visit } from '../_parts/customer/visit'
import { FactList } from '../_parts/fact-list'

export const generateMetadata = async ({ searchParams }: { searchParams: Query }) =>
  accountMetadata('frame.account', single((await searchParams).merchant))

const path = '/account'
/** How many orders this page shows. */
const recent = 5

/** The customer's information, upcoming payments, and anything that needs the customer's attention. */
export default async function OverviewPage({ searchParams }: { searchParams: Query }) {
  const { note, merchant } = await searchParams
  return accountPage(path, (visit) => overview(visit, single(note)), single(merchant))
}

async function overview(visit: Visit, note: string | undefined) {
  const { context, accountId, merchant, words, today } = visit
  const [{ customer, methods, subscriptions, status }, owed, orders] = await Promise.all([
    readAccount(context, accountId),
    owedBy(context, accountId),
    listOrders(context, { limit: recent, account: accountId }),
  ])
  const orderFacts = await factsOf(context, orders.rows)
  const { say } = words
  const isSuspended = status === 'suspended'
  const next = isSuspended ? undefined : nextPayment(subscriptions)
  const card = methods[0]
  // A card that will have expired by then is not named as the one that pays.
  const canPay = card && next && cardTrouble(card, { due: next.day, today }) === undefined
  const facts = informationFacts(customer, words)
  return (
    <Frame merchant={merchant} words={words} path={path} aside={<SignOut words={words} />} wide>
      <Note name={trueNote(note, overviewNotes(owed))} words={words} />
      <div className={styles.head}>
        <h1>{customer?.name ? say('home.helloName', { name: customer.name }) : say('home.hello')}</h1>
        <p>{say('home.about', { shop: merchantName(merchant) })}</p>
      </div>
      <div className={styles.columns}>
        <div>
          <ActionNeeded visit={visit} owed={owed} card={card} next={next} subscriptions={subscriptions} />
          {next && (
            <div className={styles.next}>
              <span>{say('home.next')}</span>
              <strong>{words.sums(next.sums)}</strong>
              <span>
                <time dateTime={next.day} title={words.day(next.day)}>
                  {words.near(next.day, today)}
                </time>
                {canPay && `, ${say('home.nextFrom', { card: words.card(card) })}`}
              </span>
            </div>
          )}
          <Subscriptions
            subscriptions={subscriptions}
            today={today}
            words={words}
            isSuspended={isSuspended}
          />
          <section className={styles.section} aria-labelledby="payments">
            <h2 id="payments">{say('orders.title')}</h2>
            {orders.rows.length === 0 && <p className={styles.none}>{say('orders.none')}</p>}
            <OrderList orders={orders.rows} subscriptions={subscriptions} facts={orderFacts} words={words} />
            {orders.next && (
              <p className={styles.more}>
                <a href="/account/orders">{say('orders.all')}</a>
              </p>
            )}
          </section>
        </div>
        <div>
          <section className={styles.section} aria-labelledby="cards">
            <h2 id="cards">{say('cards.title')}</h2>
            {methods.length === 0 && <p className={styles.none}>{say('cards.none')}</p>}
            <CardList methods={methods} today={today} words={words} />
            <p className={styles.more}>
              <a href="/account/cards/new">{say('cards.add')}</a>
              {methods.length > 0 && <a href="/account/cards">{say('cards.manage')}</a>}
            </p>
          </section>
          <section className={styles.section} aria-labelledby="information">
            <h2 id="information">{say('info.title')}</h2>
            {facts.length === 0 && <p className={styles.none}>{say('info.none')}</p>}
            <FactList facts={facts} className={styles.tight} />
            <p className={styles.more}>
              <a href="/account/information">{say('info.change')}</a>
            </p>
          </section>
        </div>
      </div>
    </Frame>
  )
}
