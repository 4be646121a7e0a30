import { and, eq, ne, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { cardConnection } from '@/db/schema'
import { later, minutes } from '../core/clock'
import { type Context, contextOf, inTransaction } from '../core/context'
import { open, seal } from '../core/crypto'
import { log } from '../core/log'
import type { Runtime } from '../core/runtime'
import { requireMerchant } from '../merchant/find-merchant'
import type { Checked, ConnectionFacts, KeyRefusal } from '../model/card/connection'
import type { PaceLimits } from '../model/card/service'
import { serviceTitle } from '../model/card/service-title'
import { fail } from '../model/errors'
import { notifyTeam } from '../team/notify-team'
import { type ConnectionRef, isConnection } from './connection-ref'
import { subscribeToNotices } from './notices'

/** A merchant's account at a card service. */
export interface CardConnection {
  mode: 'test' | 'live'
  publishable: string
  facts: ConnectionFacts
  /** Why the last check refused the keys; null if it did not. */
  refusal: KeyRefusal | null
  checked: Date
  /** Grows when a key or the pace is replaced. */
  version: number
  /** The limits of the account, if they differ from the defaults. */
  pace: PaceLimits | null
  /** Decrypts the secret key. */
  secret(): string
}

/** Finds the connection of a merchant to a card service. */
export async function connectionOf(db: Queryable, name: ConnectionRef): Promise<CardConnection | undefined> {
  const [row] = await db.select().from(cardConnection).where(isConnection(name))
  if (!row) return undefined
  const { mode, publishable, facts, refusal, checked, version, pace, secret } = row
  const known = { mode, publishable, facts, refusal, checked, version, pace }
  return { ...known, secret: () => open(secret, purposeOf(name)) }
}

/** Whether the account can take payments, as far as its last check found out. Test payments need no activation. */
export const takesPayments = ({
  mode,
  facts,
  refusal,
}: Pick<CardConnection, 'mode' | 'facts' | 'refusal'>): boolean =>
  refusal === null && (mode === 'test' || facts.chargesEnabled)

/** Whether another merchant has connected the same account. */
export const sharesAccount = async (
  db: Queryable,
  name: ConnectionRef,
  connection: Pick<CardConnection, 'mode' | 'facts'>,
): Promise<boolean> => (await merchantsSharing(db, name, connection)).length > 0

/**
 * The ids of the other merchants that have connected the same account. What an account has in test mode is not in its live
 * mode.
 */
export async function merchantsSharing(
  db: Queryable,
  { merchantId, service }: ConnectionRef,
  { mode, facts }: Pick<CardConnection, 'mode' | 'facts'>,
): Promise<string[]> {
  const others = await db
    .select({ id: cardConnection.merchantId })
    .from(cardConnection)
    .where(
      and(
        ne(cardConnection.merchantId, merchantId),
        eq(cardConnection.service, service),
        eq(cardConnection.mode, mode),
        sql`${cardConnection.facts} ->> 'account' = ${facts.account}`,
      ),
    )
  return others.map(({ id }) => id)
}

/**
 * Checks the keys of a merchant's account at a card service and, if they can be used, stores them. Keys of the same
 * account replace the present ones; running calls finish with the old ones. Keys of a different account are refused,
 * because it does not have the merchant's payments and cards. Notices get a new secret, in case the old one was replaced at
 * the service.
 */
export async function connectCardService(
  context: Context,
  { service, secret, publishable }: { service: string; secret: string; publishable: string },
): Promise<Checked> {
  const { db, cards, clock, merchant } = context
  const { connecting } = cards.named(service)
  if (!connecting) throw new Error(`The card service ${service} needs no connection`)
  const checked = await connecting.check({ secret, publishable, mode: merchant.type }, { areNew: true })
  if (checked.status === 'refused') return checked
  const name = { merchantId: merchant.id, service }
  const facts = afterCheck((await connectionOf(db, name))?.facts, checked.facts)
  const now = clock.now()
  const stored = {
    secret: seal(secret, purposeOf(name)),
    publishable,
    mode: merchant.type,
    facts,
    refusal: null,
    checked: now,
  }
  const written = await db
    .insert(cardConnection)
    .values({ ...name, ...stored, created: now })
    .onConflictDoUpdate({
      target: [cardConnection.merchantId, cardConnection.service],
      set: { ...stored, version: sql`${cardConnection.version} + 1` },
      setWhere: sql`${cardConnection.facts} ->> 'account' = ${facts.account}`,
    })
    .returning({ version: cardConnection.version })
  if (written.length === 0) return { status: 'refused', problem: 'another account' }
  return { ...checked, notices: await subscribeToNotices(context, service, { replace: true }) }
}

/**
 * Checks the stored keys again, and stores what the check finds out. The team is notified once when the secret key is
 * refused, or when the account of a live merchant may no longer take payments. Undefined without a connection.
 */
export async function checkConnection(context: Context, service: string): Promise<Checked | undefined> {
  const { db, cards, merchant } = context
  const name = { merchantId: merchant.id, service }
  const connection = await connectionOf(db, name)
  if (!connection) return undefined
  const { publishable, secret, version } = connection
  const keys = { secret: secret(), publishable, mode: merchant.type }
  const checked = await cards.named(service).connecting?.check(keys, { areNew: false })
  // Without a response, nothing is known about the keys.
  if (!checked || (checked.status === 'refused' && checked.problem === 'no response')) return checked
  await storeCheck(context, { name, version }, checked)
  if (checked.status === 'connected')
    return { ...checked, notices: await subscribeToNotices(context, service) }
  // A key that lacks another permission can still do this.
  if (checked.problem === 'permissions missing') await subscribeToNotices(context, service)
  return checked
}

/** How long the result of a check counts as current: a page that is opened later checks again. */
const currentFor = minutes(1)

/** Checks the stored keys again, unless that was done just now. A check that fails leaves the last result. */
export async function refreshConnection(context: Context, service: string): Promise<void> {
  const name = { merchantId: context.merchant.id, service }
  const connection = await connectionOf(context.db, name)
  if (!connection || later(connection.checked, currentFor) > context.clock.now()) return
  await checkConnection(context, service).catch((error: unknown) =>
    log.warn({ err: error, ...name }, 'The connection to a card service could not be checked'),
  )
}

const storeCheck = (
  context: Context,
  { name, version }: { name: ConnectionRef; version: number },
  checked: Checked,
): Promise<void> =>
  inTransaction(context, async (inside) => {
    const { db, cards, clock } = inside
    // The keys may have been replaced during the check.
    const isSame = and(isConnection(name), eq(cardConnection.version, version))
    const [before] = await db.select().from(cardConnection).where(isSame).for('no key update')
    if (!before) return
    const found =
      checked.status === 'connected'
        ? { facts: afterCheck(before.facts, checked.facts), refusal: null }
        : { facts: before.facts, refusal: refusalOf(checked) }
    await db
      .update(cardConnection)
      .set({ ...found, checked: clock.now() })
      .where(isConnection(name))
    if (!takesPayments(before) || takesPayments({ ...before, ...found })) return
    const notice = {
      ...({ what: 'payments not possible', service: serviceTitle(cards, name.service) } as const),
      ...(found.refusal && { why: found.refusal }),
    }
    await notifyTeam(inside, { kind: 'card service', notice, path: '/settings/card-service' })
  })

/** What is known after a check. The latest payments need not show whether several captures are possible. */
const afterCheck = (before: ConnectionFacts | undefined, found: ConnectionFacts): ConnectionFacts =>
  found.severalCaptures === 'unknown' && before?.account === found.account
    ? { ...found, severalCaptures: before.severalCaptures }
    : found

const refusalOf = ({ problem, missing }: KeyRefusal): KeyRefusal => ({
  problem,
  ...(missing && { missing }),
})

/**
 * Checks the keys of all merchants, and makes their endpoints send what this version of Kassa needs. An error at one
 * merchant does not stop the others.
 */
export async function checkConnections(
  runtime: Runtime,
  onError: (error: unknown, at: ConnectionRef) => void,
): Promise<void> {
  const rows = await runtime.db
    .select({ merchantId: cardConnection.merchantId, service: cardConnection.service })
    .from(cardConnection)
    .orderBy(cardConnection.merchantId, cardConnection.service)
  for (const at of rows) {
    try {
      const owner = await requireMerchant(runtime.db, at.merchantId)
      await checkConnection(contextOf(runtime, owner), at.service)
    } catch (error) {
      onError(error, at)
    }
  }
}

/**
 * Replaces the limits of a merchant's account at a card service; null restores the defaults. Throws
 * `card-service.not-connected`.
 */
export async function changePace(
  { db, merchant: { id: merchantId } }: Context,
  { service, pace }: { service: string; pace: PaceLimits | null },
): Promise<void> {
  const changed = await db
    .update(cardConnection)
    .set({ pace, version: sql`${cardConnection.version} + 1` })
    .where(isConnection({ merchantId, service }))
    .returning({ service: cardConnection.service })
  if (changed.length === 0) throw fail('card-service.not-connected')
}

const purposeOf = ({ merchantId, service }: ConnectionRef) => `card_connection ${merchantId} ${service}`
