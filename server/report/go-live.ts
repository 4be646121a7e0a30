import { and, eq } from 'drizzle-orm'
import { difference } from '@/db/schema'
import { listAddresses } from '../callback/addresses'
import { summaryOf } from '../card/choose-service'
import { refreshConnection } from '../card/connection'
import type { Context } from '../core/context'
import { maySave } from '../core/networks'
import { type CompanyDetail, missingOf } from '../model/company'
import { lastComparison } from '../payment/reconcile/list-differences'
import { listMembers } from '../team/members'

/** The installation's configuration, as far as it concerns real payments. */
export interface InstallationFacts {
  baseUrl: string
  /** Whether mail is sent rather than only stored. */
  sendsMail: boolean
  mailFrom: string
  /** Whether Kassa runs its own PostgreSQL, and generated the secrets next to it. */
  embedded: boolean
}

/** `yourself`: Kassa cannot know. */
type ItemState = 'done' | 'open' | 'yourself'

const goLiveItems = [
  'address',
  'mail',
  'keys',
  'service',
  'notices',
  'secondFactor',
  'backup',
  'reconciliation',
  'callbacks',
  'contact',
  'company',
  'vat',
] as const
export type GoLiveItem = (typeof goLiveItems)[number]

export interface GoLive {
  items: { item: GoLiveItem; state: ItemState }[]
  /** What the company details lack. */
  missing: CompanyDetail[]
  /** Whether the database and the encryption key are in one folder of the machine. */
  embedded: boolean
}

/**
 * Checks what a merchant needs before it takes real payments, each item with the data that decides it. An item
 * that is undone later is open again.
 */
export async function goLive(context: Context, installation: InstallationFacts): Promise<GoLive> {
  const { merchant } = context
  const [services, members, addresses, agrees] = await Promise.all([
    connected(context),
    listMembers(context),
    listAddresses(context),
    booksAgree(context),
  ])
  const owners = members.filter(({ role }) => role === 'owner')
  const missing = missingOf(merchant.company)
  const chosen = services.find(({ name }) => name === merchant.cardService)?.connection
  const states: Record<GoLiveItem, boolean | 'yourself'> = {
    address: isPublic(installation.baseUrl),
    mail: installation.sendsMail && !installation.mailFrom.includes('@localhost'),
    keys: services.some(({ connection }) => connection?.refusal === null && connection.facts.chargesEnabled),
    service: chosen !== undefined,
    notices: chosen?.lastNotice !== undefined,
    secondFactor: owners.length > 0 && owners.every(({ secondFactorSince }) => secondFactorSince !== null),
    backup: 'yourself',
    reconciliation: agrees,
    callbacks: addresses.length > 0,
    contact: merchant.branding.supportEmail !== undefined,
    company: missing.length === 0,
    vat: merchant.bookkeeping.defaultVat !== undefined,
  }
  const items = goLiveItems.map((item) => {
    const state = states[item]
    return { item, state: typeof state === 'string' ? state : state ? ('done' as const) : ('open' as const) }
  })
  return { items, missing, embedded: installation.embedded }
}

/** The card services that can be connected, with the merchant's connection to each, checked now. */
const connected = (context: Context) =>
  Promise.all(
    context.cards.all
      .filter(({ connecting }) => connecting)
      .map(async ({ name }) => {
        await refreshConnection(context, name)
        return { name, connection: await summaryOf(context, name) }
      }),
  )

/** Whether the last comparison with the card service ended, and no difference is open. */
async function booksAgree(context: Context): Promise<boolean> {
  const { db, merchant } = context
  // The comparison is read first, because it stores its differences before it ends.
  const last = await lastComparison(context)
  if (!last?.finished || last.error !== null) return false
  const open = and(eq(difference.merchantId, merchant.id), eq(difference.state, 'open'))
  return (await db.$count(difference, open)) === 0
}

/** Whether people and card services can reach an address, and nobody can eavesdrop. */
const isPublic = (baseUrl: string): boolean => new URL(baseUrl).protocol === 'https:' && maySave(baseUrl, [])
