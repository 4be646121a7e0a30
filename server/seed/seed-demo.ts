import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { connect } from '@/db/client'
import { mail, merchant as merchants } from '@/db/schema'
import { createAccount } from '../account/create-account'
import { merchantsToBill, runBilling } from '../billing/run'
import { bookAll } from '../booking/book'
import { tokenise } from '../card/test/tokenise'
import { clockAt, days, hours, later } from '../core/clock'
import { config } from '../core/config/config'
import { type Context, contextOf } from '../core/context'
import type { Demo } from '../core/demo'
import { changeMerchant } from '../merchant/change-merchant'
import { createMerchant } from '../merchant/create-merchant'
import { requireMerchant } from '../merchant/find-merchant'
import { hasCode } from '../model/errors'
import type { EventCreatable } from '../model/order/schemas'
import { createOrder } from '../order/create-order'
import type { OrderCreatable } from '../order/order-creatable'
import { chargeCancelOrRefund } from '../payment/charge-cancel-refund'
import { runtimeOn } from '../runtime'
import { createSubscription } from '../subscription/create-subscription'
import { endSubscription } from '../subscription/end-subscription'
import { plannedOrders } from './orders'
import { customers } from './people'
import { picker } from './picker'
import { type PlannedSubscription, plannedSubscriptions } from './subscriptions'

const ordersMade = 300
const daysBack = 90
const concurrency = 8

/**
 * Fills an empty installation with the merchant "Demo Store", its customers and 90 days of orders, all created
 * through the domain functions. `onMerchant` receives the sign-in details before the rest is created. Returns
 * undefined if the installation already has a merchant.
 */
export async function seedDemo(at: {
  databaseUrl: string
  baseUrl: string
  onMerchant?: (facts: Demo) => void
}): Promise<Demo | undefined> {
  const connection = connect(at.databaseUrl, { pool: concurrency })
  try {
    const { db } = connection
    const [known] = await db.select({ id: merchants.id }).from(merchants).limit(1)
    if (known) return undefined
    const now = new Date()
    const start = later(now, -days(daysBack))
    const owner = {
      name: 'Demo Store',
      email: 'demo@kassa.example',
      password: `demo-${randomUUID().slice(0, 13)}`,
    }
    const place = { type: 'test', country: 'SE', timeZone: 'Europe/Stockholm', currency: 'SEK' } as const
    const created = await createMerchant({ db, clock: clockAt(start) }, { ...owner, ...place })
    const facts: Demo = { url: at.baseUrl, password: owner.password, ...created }
    at.onMerchant?.(facts)

    await changeMerchant({ db, merchant: { id: created.merchant } }, demoCompany)
    const merchant = await requireMerchant(db, created.merchant)
    const { cardServiceTimeoutMs } = config()
    const runtime = runtimeOn(db, { baseUrl: at.baseUrl, cardServiceTimeoutMs })
    await fill({ ...contextOf(runtime, merchant), clock: clockAt(start) }, start, now)
    return facts
  } finally {
    await connection.close()
  }
}

/** An invented company, whose numbers are only well-formed. */
const demoCompany = {
  company: {
    legalName: 'Demo Store AB',
    address: { street: 'Exempelgatan 1', zipCode: '111 22', city: 'Stockholm', countryCode: 'SE' },
    organisationNumber: '559999-9991',
    vatNumber: 'SE559999999101',
  },
  bookkeeping: { defaultVat: 25, exchangeRates: { EUR: '11.04', NOK: '0.94' } },
}

async function fill(context: Context, start: Date, now: Date): Promise<void> {
  const pick = picker(20_210_703)
  const accounts = await pLimit(concurrency).map(customers, async (customer, index) => {
    const there = at(context, later(start, hours(index)))
    const pans =
      index % 9 === 8
        ? []
        : decliners.includes(index)
          ? ['4000000000000341']
          : index % 5 === 0
            ? ['4111111111111111', '5555555555554444']
            : [pick(acceptedCards)]
    const method = await Promise.all(
      pans.map(async (pan) => ({ type: 'token' as const, card: await token(there, pan) })),
    )
    const { id } = await createAccount(there, { number: String(10_001 + index), customer, method })
    return { id, pays: pans.length > 0 && !decliners.includes(index) }
  })
  const payers = accounts.flatMap(({ id, pays }) => (pays ? [id] : []))
  const plans = plannedOrders({ count: ordersMade, payers, from: later(start, days(2)), until: now, pick })
  await pLimit(concurrency).map(plans, async ({ created, order, payer, pan, events }) => {
    const there = at(context, created)
    const payment: OrderCreatable['payment'] = payer
      ? { type: 'account', account: payer }
      : { type: 'card', card: await token(there, pan) }
    const { id } = await createOrder(there, { ...order, payment })
    for (const event of events) await attempt(at(context, event.date), id, event.content)
  })
  await subscribe(
    context,
    plannedSubscriptions({
      payers,
      decliners: decliners.flatMap((index) => accounts[index]?.id ?? []),
      timeZone: context.merchant.timeZone,
      from: start,
      until: now,
    }),
    { from: later(start, days(2)), until: now },
  )
  // By a clock that is behind all movements, so that each document is issued when its money moved.
  await bookAll(at(context, start))
  // Events from before the installation existed send no mail.
  await context.db.update(mail).set({ status: 'captured' }).where(eq(mail.merchantId, context.merchant.id))
  await dateSuspensions(context)
}

/** Creates subscriptions and bills their days, so that they have a history. */
async function subscribe(
  context: Context,
  plans: readonly PlannedSubscription[],
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  const ending = new Map<string, PlannedSubscription & { deleted: Date }>()
  for (let day = from; day <= until; day = later(day, days(1))) {
    const today = at(context, day)
    const isToday = (date: Date) => date <= day && later(date, days(1)) > day
    for (const plan of plans.filter(({ created }) => isToday(created))) {
      const created = (
        await createSubscription(today, { accountId: plan.account, subscription: plan.terms })
      ).at(-1)
      if (created && plan.deleted) ending.set(created.id, { ...plan, deleted: plan.deleted })
    }
    for (const [id, { account, deleted }] of ending) {
      if (isToday(deleted)) await endSubscription(today, { accountId: account, id })
    }
    if ((await merchantsToBill(today, context.merchant)).length > 0) await runBilling(today)
  }
}

/** The database dates suspensions by the real clock. They happened when the last attempt to pay failed. */
async function dateSuspensions({ db, merchant }: Context): Promise<void> {
  await db.execute(sql`
    update subscription_movement m set date = failed.date from (
      select o.account_id, max(e.date) as date
      from "order" o join order_event e on e.merchant_id = o.merchant_id and e.order_id = o.id and e.type = 'fail'
      where o.merchant_id = ${merchant.id} and o.denied > 0 group by 1
    ) failed
    where m.merchant_id = ${merchant.id} and m.account_id = failed.account_id and m.kind = 'lost'
      and m.date > failed.date`)
}

/** Sends an event that the card service may refuse: demo data includes refusals. */
async function attempt(context: Context, id: string, event: EventCreatable): Promise<void> {
  try {
    await chargeCancelOrRefund(context, { orderId: id, event })
  } catch (error) {
    if (!hasCode(error, 'card.declined', 'order.nothing-left', 'order.overcharge')) throw error
  }
}

/** Customers whose card is declined whenever it is charged, by their place in the list. */
const decliners = [13, 21, 33]

const acceptedCards = [
  '4111111111111111',
  '4242424242424242',
  '5555555555554444',
  '2223003122003222',
  '6011111111111117',
] as const

const at = (context: Context, instant: Date): Context => ({ ...context, clock: clockAt(instant) })

async function token({ db, merchant, clock }: Context, pan: string): Promise<string> {
  const now = clock.now()
  const expires: [number, number] = [(now.getUTCMonth() % 12) + 1, (now.getUTCFullYear() % 100) + 2]
  return (await tokenise(db, { pan, expires, csc: '987' }, { merchantId: merchant.id, now })).token
}
