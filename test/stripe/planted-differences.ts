import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '@/db/client'
import type { Order } from '@/server/model/order/schemas'
import { call } from '../call'
import type { TestMerchant } from '../world'
import type { RunningDouble } from './start-double'

export const intentOf = (double: RunningDouble, { id }: Order): string =>
  double.state.paymentIntents.newest().find(({ metadata }) => metadata.order === id)?.id ??
  expect.fail(`Order ${id} has no payment intent`)
const refundOf = (double: RunningDouble, order: Order): string =>
  double.state.refunds.newest().find((refund) => refund.payment_intent === intentOf(double, order))?.id ??
  expect.fail(`Order ${order.id} has no refund`)
export const metadataOf = (double: RunningDouble, order: Order) => ({
  ...double.state.paymentIntents.get(intentOf(double, order)).metadata,
})

export const charge = { type: 'charge' }
export const refund = { type: 'refund', items: 20 }

interface Place {
  double: RunningDouble
  shop: TestMerchant
  db: Database
}

interface PlantedDifference {
  name: string
  /** What Kassa does to an order of 100 SEK before. */
  events?: object[]
  plant(order: Order, at: Place): unknown
  kind: string
  /** Whether it can be adopted, as events or as a correction. */
  state: 'adopted' | 'noted'
  /** What the order has become once it is adopted. */
  status?: Record<string, number>
  isWithoutOrder?: boolean
}

export const plantedDifferences: PlantedDifference[] = [
  {
    name: 'a payment that is gone',
    // As much is ordered and refunded as is charged.
    events: [{ type: 'charge', items: 70 }, refund],
    plant: (order, { double }) => double.operate('erase', { intent: intentOf(double, order) }),
    kind: 'missing there',
    state: 'adopted',
    status: { cancelled: 100 },
  },
  {
    name: 'an authorisation that is gone',
    plant: (order, { double }) => double.operate('erase', { intent: intentOf(double, order) }),
    kind: 'missing there',
    state: 'adopted',
    status: { cancelled: 100 },
  },
  {
    name: 'an order that is gone',
    plant: async ({ id }, { db }) => {
      await db.execute(sql`delete from order_event where order_id = ${id}`)
      await db.execute(sql`delete from "order" where id = ${id}`)
    },
    kind: 'missing here',
    state: 'noted',
    isWithoutOrder: true,
  },
  {
    name: 'an order whose authorisation counts as failed',
    plant: async ({ id }, { db, shop }) => {
      const { body } = await call<Order>(shop.privateKey, 'GET', `/order/${id}`)
      const draft = {
        lines: null,
        payment: {
          reference: body.payment.reference,
          service: 'stripe',
          scheme: 'visa',
          last4: '4242',
          expires: [12, 30],
          card: 'x',
        },
      }
      await db.execute(sql`delete from order_event where order_id = ${id}`)
      await db.execute(sql`delete from "order" where id = ${id}`)
      await db.execute(
        sql`update operation set status = 'failed', draft = ${JSON.stringify(draft)}::jsonb where order_id = ${id}`,
      )
    },
    kind: 'missing here',
    state: 'adopted',
    status: { ordered: 100 },
    isWithoutOrder: true,
  },
  {
    name: 'a payment of another system',
    plant: (_, { double }) => double.operate('pay', { amount: 5000 }),
    kind: 'foreign',
    state: 'noted',
    isWithoutOrder: true,
  },
  {
    name: 'two payments of one order',
    events: [charge],
    plant: (order, { double }) =>
      double.operate('pay', { amount: 10_000, metadata: metadataOf(double, order) }),
    kind: 'duplicate',
    state: 'noted',
    status: { charged: 100 },
  },
  {
    name: 'a payment of an operation that Kassa does not know',
    plant: (order, { double }) =>
      double.operate('pay', {
        amount: 5000,
        metadata: { ...metadataOf(double, order), order: 'abcdefghABCDEFGH', operation: randomUUID() },
      }),
    kind: 'missing here',
    state: 'noted',
    isWithoutOrder: true,
  },
  {
    name: 'less money there',
    events: [charge],
    plant: (order, { double }) =>
      double.operate('alter', { intent: intentOf(double, order), captured: 9000 }),
    kind: 'amount',
    state: 'adopted',
    status: { charged: 90, cancelled: 10 },
  },
  {
    name: 'more money there',
    events: [{ type: 'charge', items: 60 }],
    plant: (order, { double }) =>
      double.operate('alter', { intent: intentOf(double, order), captured: 7000 }),
    kind: 'charge missing here',
    state: 'adopted',
    status: { ordered: 30, charged: 70 },
  },
  {
    name: 'another currency there',
    events: [charge],
    plant: (order, { double }) =>
      double.operate('alter', { intent: intentOf(double, order), currency: 'eur' }),
    kind: 'currency',
    state: 'noted',
    status: { charged: 100 },
  },
  {
    name: 'metadata that was removed',
    events: [charge, refund],
    plant: (order, { double }) => double.operate('alter', { intent: intentOf(double, order), metadata: {} }),
    kind: 'label',
    state: 'noted',
    status: { charged: 80, refunded: 20 },
  },
  {
    name: 'metadata of another operation',
    events: [charge],
    plant: (order, { double }) =>
      double.operate('alter', {
        intent: intentOf(double, order),
        metadata: { ...metadataOf(double, order), operation: randomUUID(), order: 'abcdefghABCDEFGH' },
      }),
    kind: 'label',
    state: 'noted',
    status: { charged: 100 },
  },
  {
    name: "a capture in Stripe's dashboard",
    plant: (order, { double }) => double.operate('capture', { intent: intentOf(double, order) }),
    kind: 'charge missing here',
    state: 'adopted',
    status: { charged: 100 },
  },
  {
    name: 'a capture in part that releases the rest',
    plant: (order, { double }) =>
      double.operate('capture', { intent: intentOf(double, order), amount: 4000 }),
    kind: 'charge missing here',
    state: 'adopted',
    status: { charged: 40, cancelled: 60 },
  },
  {
    name: "a cancel in Stripe's dashboard",
    plant: (order, { double }) => double.operate('cancel', { intent: intentOf(double, order) }),
    kind: 'cancel missing here',
    state: 'adopted',
    status: { cancelled: 100 },
  },
  {
    name: 'an expired authorisation',
    plant: (order, { double }) => double.operate('expire', { intent: intentOf(double, order) }),
    kind: 'expired',
    state: 'adopted',
    status: { cancelled: 100 },
  },
  {
    name: "a refund in Stripe's dashboard",
    events: [charge, refund],
    plant: (order, { double }) => double.operate('refund', { intent: intentOf(double, order), amount: 3000 }),
    kind: 'refund missing here',
    state: 'adopted',
    status: { charged: 50, refunded: 50 },
  },
  {
    name: 'a refund that is gone',
    events: [charge, refund],
    plant: (order, { double }) => double.operate('erase-refund', { refund: refundOf(double, order) }),
    kind: 'refund missing there',
    state: 'adopted',
    status: { charged: 100 },
  },
  {
    name: 'a refund of another amount',
    events: [charge, refund],
    plant: (order, { double }) =>
      double.operate('alter-refund', { refund: refundOf(double, order), amount: 2500 }),
    kind: 'amount',
    state: 'adopted',
    status: { charged: 75, refunded: 25 },
  },
  {
    name: 'a smaller refund',
    events: [charge, refund],
    plant: (order, { double }) =>
      double.operate('alter-refund', { refund: refundOf(double, order), amount: 1500 }),
    kind: 'amount',
    state: 'adopted',
    status: { charged: 85, refunded: 15 },
  },
  {
    name: 'a refund that failed later',
    events: [charge, refund],
    plant: (order, { double }) => double.operate('fail-refund', { refund: refundOf(double, order) }),
    kind: 'state',
    state: 'adopted',
    status: { charged: 100 },
  },
  {
    name: 'a capture that failed later',
    events: [charge],
    plant: (order, { double }) => double.operate('fail-capture', { intent: intentOf(double, order) }),
    kind: 'state',
    state: 'adopted',
    status: { cancelled: 100 },
  },
  {
    name: 'a refund that counts as failed here',
    events: [charge, refund],
    plant: async ({ id }, { db }) => {
      await db.execute(sql`update "order" set charged = 10000, refunded = 0 where id = ${id}`)
      await db.execute(sql`delete from order_event where order_id = ${id} and type = 'refund'`)
      await db.execute(
        sql`update operation set status = 'failed', code = 'acquirer error' where order_id = ${id} and kind = 'refund'`,
      )
    },
    kind: 'state',
    state: 'adopted',
    status: { charged: 80, refunded: 20 },
  },
  {
    name: 'a charge that Kassa has lost',
    events: [{ type: 'charge', items: 60 }],
    plant: async ({ id }, { db }) => {
      await db.execute(sql`update "order" set ordered = 10000, charged = 0 where id = ${id}`)
      await db.execute(sql`delete from order_event where order_id = ${id} and type = 'charge'`)
      await db.execute(sql`delete from operation where order_id = ${id} and kind = 'charge'`)
    },
    kind: 'charge missing here',
    state: 'adopted',
    status: { ordered: 40, charged: 60 },
  },
  {
    name: 'an order whose amounts were changed',
    events: [charge],
    plant: ({ id }, { db }) =>
      db.execute(sql`update "order" set charged = 9000, cancelled = 1000 where id = ${id}`),
    kind: 'own records',
    state: 'noted',
  },
  {
    name: 'an operation whose amount was changed',
    events: [charge],
    plant: ({ id }, { db }) =>
      db.execute(sql`update operation set amount = amount + 1 where order_id = ${id} and kind = 'authorise'`),
    kind: 'own records',
    state: 'adopted',
    status: { charged: 100 },
  },
]
