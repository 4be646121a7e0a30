import { and, countDistinct, desc, eq } from 'drizzle-orm'
import { merchant as merchantTable, method, noticeSecret, serviceNotice } from '@/db/schema'
import type { Context } from '../core/context'
import type { ConnectionFacts, KeyGuide, KeyRefusal } from '../model/card/connection'
import type { PaceLimits } from '../model/card/service'
import { serviceTitle } from '../model/card/service-title'
import { fail } from '../model/errors'
import { capabilitiesOf, isSimulated } from './capabilities'
import { connectionOf, sharesAccount, takesPayments } from './connection'

/** A card service as its merchant sees it, with only the last characters of stored keys. */
export interface ServiceChoice {
  name: string
  /** The name that people know it by. */
  title: string
  /** Whether new orders and cards use it. */
  isCurrent: boolean
  /** Whether it only simulates payments. */
  isSimulated: boolean
  /** How many accounts have cards stored with it. */
  accounts: number
  /** Undefined for services that need no account. */
  guide?: KeyGuide | undefined
  connection?: ConnectionSummary | undefined
}

export interface ConnectionSummary {
  /** The last four characters of each key. */
  secretEnd: string
  publishableEnd: string
  facts: ConnectionFacts
  /** Why the last check refused the keys; null if it did not. */
  refusal: KeyRefusal | null
  /** Whether another merchant uses the same account. */
  isShared: boolean
  checked: Date
  /** The limits of the account; undefined if there are none. */
  pace: PaceLimits | undefined
  /** Whether there is an endpoint that the service sends notices to. */
  hasEndpoint: boolean
  /** When a notice last arrived, in the last 30 days. */
  lastNotice: Date | undefined
}

/** Returns the card services that a merchant can choose from. */
export async function listServices(context: Context): Promise<ServiceChoice[]> {
  const { db, cards, merchant } = context
  const stored = await db
    .select({ service: method.service, accounts: countDistinct(method.accountId) })
    .from(method)
    .where(eq(method.merchantId, merchant.id))
    .groupBy(method.service)
  const accounts = new Map(stored.map((row) => [row.service, row.accounts]))
  return Promise.all(
    cards.all.map(async (service) => ({
      name: service.name,
      title: serviceTitle(cards, service.name),
      isCurrent: service.name === merchant.cardService,
      isSimulated: isSimulated(await capabilitiesOf(context, service.name)),
      accounts: accounts.get(service.name) ?? 0,
      guide: service.connecting?.guide(merchant.type),
      connection: service.connecting && (await summaryOf(context, service.name)),
    })),
  )
}

/** Returns what a merchant sees of its connection to a card service; undefined if there is none. */
export async function summaryOf(
  { db, cards, merchant: { id: merchantId } }: Context,
  service: string,
): Promise<ConnectionSummary | undefined> {
  const connection = await connectionOf(db, { merchantId, service })
  if (!connection) return undefined
  const { facts, refusal, checked, publishable, secret } = connection
  const [{ pace }, [endpoint], [notice], isShared] = await Promise.all([
    cards.named(service).capabilities({ merchantId }),
    db
      .select({ id: noticeSecret.id })
      .from(noticeSecret)
      .where(and(eq(noticeSecret.merchantId, merchantId), eq(noticeSecret.service, service)))
      .limit(1),
    db
      .select({ received: serviceNotice.received })
      .from(serviceNotice)
      .where(and(eq(serviceNotice.merchantId, merchantId), eq(serviceNotice.service, service)))
      .orderBy(desc(serviceNotice.received))
      .limit(1),
    sharesAccount(db, { merchantId, service }, connection),
  ])
  return {
    secretEnd: secret().slice(-4),
    publishableEnd: publishable.slice(-4),
    facts,
    refusal,
    isShared,
    checked,
    pace,
    hasEndpoint: endpoint !== undefined,
    lastNotice: notice?.received,
  }
}

/**
 * Makes new orders and cards use a card service. Cards that are stored with another one stay there and are still charged
 * through it, except simulated ones of a live merchant, which are declined from then on. Throws `card-service.unknown`,
 * `card-service.not-connected`, `card-service.charges-disabled`, or `card-service.only-simulated` for a live merchant that
 * would stop taking money.
 */
export async function chooseService(context: Context, name: string): Promise<void> {
  const { db, cards, merchant } = context
  const service = cards.all.find((each) => each.name === name)
  if (!service) throw fail('card-service.unknown', { service: name })
  if (service.connecting) {
    const connection = await connectionOf(db, { merchantId: merchant.id, service: name })
    if (!connection) throw fail('card-service.not-connected')
    if (merchant.type === 'live' && !takesPayments(connection)) throw fail('card-service.charges-disabled')
  }
  const isGivenUp = merchant.type === 'live' && merchant.cardService !== name
  if (isGivenUp && isSimulated(await capabilitiesOf(context, name))) throw fail('card-service.only-simulated')
  await db.update(merchantTable).set({ cardService: name }).where(eq(merchantTable.id, merchant.id))
}
