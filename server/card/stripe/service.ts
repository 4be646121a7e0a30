import Stripe from 'stripe'
import type { Database } from '@/db/client'
import type { Authorised, CardCall, CardService, FollowUp, Lookup, Outcome } from '../../model/card/service'
import { fail } from '../../model/errors'
import { connectionOf, merchantsSharing } from '../connection'
import { pacer } from '../pace'
import { patientLookUp } from '../patient-look-up'
import { abandon, abandonStoring } from './abandon'
import { authorize } from './authorize'
import { stripeBooks } from './books'
import { cancel } from './cancel'
import { capabilitiesOf, paceOf } from './capabilities'
import { capture } from './capture'
import { checkAccount, keyGuide } from './check-account'
import { type StripeSession, stripeClient, UnexpectedResponse } from './client'
import { disputesSince, retrieveDispute } from './disputes'
import { stripeFields } from './fields'
import { find } from './find'
import { findStoredCard } from './find-method'
import type { TakeTurn } from './http-client'
import type { OtherMerchants } from './intent'
import { keysOf } from './keys'
import { subjectsOf } from './notice-subjects'
import { eventsFor, subscribe, topicOf, verifyNotice } from './notices'
import { beforeReplayed, isReplayedFault } from './outcome'
import type { UsingSession } from './pages'
import { patiently, patientReader } from './patiently'
import { entriesOf, entriesSince, payoutsSince, retrievePayout } from './payouts'
import { refund } from './refund'
import { remove } from './remove'
import { store } from './store'
import { factsOf, findToken, isUsable } from './token'
import { tokenise } from './tokenise'

interface StripeSettings {
  /** The public URL of this installation. */
  baseUrl: string
  /** Another address of Stripe's API. */
  stripeBaseUrl?: string | undefined
  /** Another address of Stripe.js. */
  stripeJsUrl?: string | undefined
  /** How long a call may take. */
  timeoutMs: number
}

const service = 'stripe'

class NotConnected extends Error {
  override readonly name = 'NotConnected'
}

/** Returns the card service `stripe`. Each merchant uses its own account there. */
export function stripeCardService(db: Database, settings: StripeSettings): CardService {
  const { baseUrl, stripeBaseUrl, stripeJsUrl, timeoutMs } = settings
  const adapter = { db, baseUrl }
  const clients = new Map<string, { version: number; stripe: Stripe }>()
  const inPace = pacer(db)
  // Leaves time to respond before the time limit of the call.
  // The package ignores a time limit that is not a whole number.
  const deadline = () => Date.now() + Math.floor(timeoutMs * 0.8)

  async function sessionOf(merchantId: string, background = true): Promise<StripeSession> {
    const connection = await connectionOf(db, { merchantId, service })
    if (!connection) throw new NotConnected(`Merchant ${merchantId} has no connection to Stripe`)
    const { version } = connection
    const name = `${merchantId} ${background ? 'background' : 'awaited'}`
    const known = clients.get(name)
    const limits = paceOf(connection)
    const takeTurn: TakeTurn = (endpoint, until) =>
      inPace({ merchantId, service, endpoint, limits, background, until })
    const stripe =
      known?.version === version ? known.stripe : stripeClient(connection.secret(), stripeBaseUrl, takeTurn)
    clients.set(name, { version, stripe })
    return { stripe, deadline: deadline() }
  }

  const othersOf =
    (merchantId: string): OtherMerchants =>
    async () => {
      const connection = await connectionOf(db, { merchantId, service })
      return new Set(connection && (await merchantsSharing(db, { merchantId, service }, connection)))
    }

  /** Reads what nobody waits for. Each page of a list has as much time as a call. */
  const readerOf =
    (merchantId: string): UsingSession =>
    (request) =>
      patiently(() => sessionOf(merchantId), request)

  /** The same for a look-up. Its last requests end before its time is over. */
  const untilFound = (merchantId: string): UsingSession =>
    patientReader(() => sessionOf(merchantId), Date.now() + Math.floor(patientLookUp * 0.9))

  /** Calls Stripe with the merchant's key. Without one, nothing can have been done. */
  async function using<T>(
    { merchantId, background = false }: CardCall,
    act: (session: StripeSession) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    try {
      return await act(await sessionOf(merchantId, background))
    } catch (cause) {
      // After any other error, the outcome is unknown.
      if (cause instanceof NotConnected) return { status: 'failed', cause }
      throw cause
    }
  }

  /**
   * Calls Stripe. A fault that Stripe repeats never reveals whether the work was done, so the operation is looked up. If
   * it is absent, nothing more will be done under its key, and it is sent with a further one, if it is old enough.
   */
  const resolving = (
    lookup: Lookup,
    act: (session: StripeSession, key: string) => Promise<Outcome<Authorised>>,
  ): Promise<Outcome<Authorised>> =>
    using(lookup, async (session) => {
      let cause: unknown
      for (const key of keysOf(lookup)) {
        const outcome = await act(session, key)
        if (outcome.status !== 'unknown' || !isReplayedFault(outcome.cause)) return outcome
        const found = await find(adapter, (request) => request(session), lookup)
        if (found.status !== 'absent') return found
        cause = outcome.cause
      }
      return { status: 'failed', cause }
    })

  const follow =
    (kind: 'capture' | 'cancel' | 'refund', act: typeof capture) =>
    (call: FollowUp): Promise<Outcome<Authorised>> =>
      resolving({ sentAfter: beforeReplayed(), ...call, kind }, (session, key) =>
        act(session, { ...call, key }),
      )

  /** Reads from Stripe. If anything goes wrong, nothing was done. */
  const reading = <T>(act: () => Promise<T>): Promise<T> =>
    act().catch((cause: unknown) => {
      const isOfStripe = cause instanceof Stripe.errors.StripeError || cause instanceof UnexpectedResponse
      if (isOfStripe || cause instanceof NotConnected) throw fail('card-service.failed', {}, { cause })
      throw cause
    })

  return {
    name: service,
    capabilities: async ({ merchantId }) => capabilitiesOf(await connectionOf(db, { merchantId, service })),
    tokenise: (reference, at) =>
      reading(async () => {
        const session = await sessionOf(at.merchantId, false)
        return tokenise(db, session, reference, { ...at, others: othersOf(at.merchantId) })
      }),
    describe: async (token, { merchantId, now, operation }) => {
      const row = await findToken(db, token, merchantId)
      return row && isUsable(row, { operation, now }) ? factsOf(row) : undefined
    },
    store: (call) => using(call, (session) => store(adapter, session, call)),
    authorize: (call) =>
      resolving({ sentAfter: beforeReplayed(), ...call, kind: 'authorise' }, (session, key) =>
        authorize(adapter, session, { ...call, key }),
      ),
    capture: follow('capture', capture),
    cancel: follow('cancel', cancel),
    refund: follow('refund', refund),
    find: async (lookup) => {
      const { merchantId, background = false, patient } = lookup
      // Throws without a connection, because that proves nothing.
      const session = await sessionOf(merchantId, background)
      return find(adapter, patient ? untilFound(merchantId) : (request) => request(session), lookup)
    },
    books: stripeBooks(readerOf, othersOf),
    blocksFraud: true,
    notices: {
      subscribe: async ({ merchantId }, endpoint) => {
        const connection = await connectionOf(db, { merchantId, service })
        return subscribe(await sessionOf(merchantId), { ...endpoint, events: eventsFor(connection?.facts) })
      },
      verify: verifyNotice,
      topic: topicOf,
      subjects: async (notice) => subjectsOf(await sessionOf(notice.merchantId), notice),
      storedCard: async ({ merchantId, objectId }) => findStoredCard(await sessionOf(merchantId), objectId),
    },
    settlement: {
      dispute: async ({ merchantId, id }) =>
        retrieveDispute(await sessionOf(merchantId), { id, others: othersOf(merchantId) }),
      disputesSince: ({ merchantId, since }) =>
        disputesSince(readerOf(merchantId), { since, others: othersOf(merchantId) }),
      payout: async ({ merchantId, id }) => retrievePayout(await sessionOf(merchantId), id),
      payoutsSince: ({ merchantId, since }) => payoutsSince(readerOf(merchantId), since),
      entriesSince: ({ merchantId, since }) =>
        entriesSince(readerOf(merchantId), { since, others: othersOf(merchantId) }),
      entriesOf: ({ merchantId, payout }) =>
        entriesOf(readerOf(merchantId), { payout, others: othersOf(merchantId) }),
    },
    abandon: async ({ merchantId, now, purpose, reference }) => {
      const session = await sessionOf(merchantId)
      if (purpose === 'store') await abandonStoring(adapter, session, { merchantId, now, reference })
      else await abandon(session, reference)
    },
    remove: async ({ merchantId, reference }) => remove(await sessionOf(merchantId), reference),
    fields: stripeFields(db, { stripeJsUrl, stripeBaseUrl }),
    connecting: {
      guide: keyGuide,
      check: (keys, options) => checkAccount(keys, { ...options, stripeBaseUrl, deadline: deadline() }),
    },
  }
}
