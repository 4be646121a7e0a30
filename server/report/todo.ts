import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { accountLink, apiKey, callbackDelivery, difference, dispute, document, order } from '@/db/schema'
import { isFailing } from '../callback/list-deliveries'
import { connectionOf, takesPayments } from '../card/connection'
import { days, later } from '../core/clock'
import type { Context } from '../core/context'
import { isMailStuck } from '../mail/mail-log'
import { missingOf } from '../model/company'
import type { CountedAmount } from '../model/money/money'
import { lastComparison } from '../payment/reconcile/list-differences'
import { failedPayouts } from '../settlement/payouts'
import { lateFailuresOf } from './late-failures'
import { expiringAuthorisations, givenUpPayments, retriedPayments } from './outstanding-payments'
import { refusedRefundsOf } from './refused-refunds'

/** What needs the merchant's attention, with counts. */
type TodoItem =
  | { kind: 'disputes'; count: number; due: Date | null }
  | { kind: 'payments' | 'given up' | 'authorisations'; count: number; amounts: CountedAmount[] }
  /** `order`: that of the oldest. */
  | { kind: 'late failures' | 'refused refunds'; count: number; order: string }
  | { kind: 'failed payouts' | 'callbacks' | 'differences' | 'documents'; count: number }
  /** `isConnected`: whether there is an account, which cannot take payments. */
  | { kind: 'card service'; isConnected: boolean }
  | { kind: 'comparison' | 'mail' | 'company' | 'support address' }

/** The first steps of a new merchant, in their order. */
const firstSteps = ['key', 'order', 'callback', 'link'] as const
type FirstStep = (typeof firstSteps)[number]

export interface Todo {
  items: TodoItem[]
  /** Which of the first steps are done; undefined once all are, or the merchant has had orders for a week. */
  steps: Record<FirstStep, boolean> | undefined
}

/** Returns what needs attention now. Nothing is stored: an item is gone when its cause is. */
export async function todoOf(context: Context): Promise<Todo> {
  const { db, merchant } = context
  const ofMerchant = eq(callbackDelivery.merchantId, merchant.id)
  const [
    disputes,
    lateFailures,
    refusedRefunds,
    payouts,
    payments,
    givenUp,
    expiring,
    callbacks,
    differences,
    last,
    documents,
    service,
    mailIsStuck,
    steps,
  ] = await Promise.all([
    db
      .select({
        count: sql`count(*)`.mapWith(Number),
        due: sql<Date | null>`min(${dispute.due})`.mapWith(dispute.due),
      })
      .from(dispute)
      .where(and(eq(dispute.merchantId, merchant.id), eq(dispute.state, 'needs response'))),
    lateFailuresOf(context),
    refusedRefundsOf(context),
    failedPayouts(context),
    retriedPayments(context),
    givenUpPayments(context),
    expiringAuthorisations(context),
    db
      .select({ count: sql`count(distinct ${callbackDelivery.url})`.mapWith(Number) })
      .from(callbackDelivery)
      .where(and(ofMerchant, isFailing)),
    db.$count(difference, and(eq(difference.merchantId, merchant.id), eq(difference.state, 'open'))),
    lastComparison(context),
    db.$count(document, and(eq(document.merchantId, merchant.id), isNull(document.number))),
    stateOfService(context),
    isMailStuck(context),
    stepsOf(context),
  ])
  const countIn = (amounts: readonly CountedAmount[]) => amounts.reduce((sum, { count }) => sum + count, 0)
  const [retried, owed, ending] = [countIn(payments), countIn(givenUp), countIn(expiring)]
  const [open] = disputes
  const isNew = !steps.order || context.clock.now() < later(merchant.created, days(7))
  const failing = callbacks[0]?.count ?? 0
  const items: (TodoItem | false | undefined)[] = [
    open && open.count > 0 && { kind: 'disputes', ...open },
    lateFailures.first !== undefined && {
      ...{ kind: 'late failures', count: lateFailures.count, order: lateFailures.first },
    },
    refusedRefunds.first !== undefined && {
      ...{ kind: 'refused refunds', count: refusedRefunds.count, order: refusedRefunds.first },
    },
    payouts > 0 && { kind: 'failed payouts', count: payouts },
    retried > 0 && { kind: 'payments', count: retried, amounts: payments },
    owed > 0 && { kind: 'given up', count: owed, amounts: givenUp },
    ending > 0 && { kind: 'authorisations', count: ending, amounts: expiring },
    differences > 0 && { kind: 'differences', count: differences },
    last !== undefined && last.error !== null && { kind: 'comparison' },
    failing > 0 && { kind: 'callbacks', count: failing },
    mailIsStuck && { kind: 'mail' },
    documents > 0 && { kind: 'documents', count: documents },
    service !== 'works' && { kind: 'card service', isConnected: service === 'connected' },
    missingOf(merchant.company).length > 0 && { kind: 'company' },
    merchant.branding.supportEmail === undefined && { kind: 'support address' },
  ]
  return {
    items: items.filter((item) => item !== false && item !== undefined),
    steps: isNew && firstSteps.some((step) => !steps[step]) ? steps : undefined,
  }
}

/** Whether the merchant's card service can take payments: a live merchant's must move real money. */
async function stateOfService(context: Context): Promise<'works' | 'connected' | 'not connected'> {
  const { cards, merchant } = context
  const service = cards.all.find(({ name }) => name === merchant.cardService)
  if (!service?.connecting) return merchant.type === 'test' ? 'works' : 'not connected'
  const connection = await connectionOf(context.db, { merchantId: merchant.id, service: service.name })
  if (!connection) return 'not connected'
  return takesPayments(connection) ? 'works' : 'connected'
}

async function stepsOf({ db, merchant }: Context): Promise<Record<FirstStep, boolean>> {
  const has = (table: typeof order | typeof accountLink | typeof apiKey, condition?: SQL) =>
    db
      .select({ one: sql`1` })
      .from(table)
      .where(and(eq(table.merchantId, merchant.id), condition))
      .limit(1)
  const [keys, orders, links] = await Promise.all([
    has(apiKey, eq(apiKey.kind, 'private')),
    has(order),
    has(accountLink),
  ])
  return {
    key: keys.length > 0,
    order: orders.length > 0,
    callback: merchant.callbacks.length > 0,
    link: links.length > 0,
  }
}
