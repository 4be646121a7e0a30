import type { Task } from 'graphile-worker'
import { billAll, remindAll } from '../billing/run-all'
import { hastenDeliveries } from '../callback/claim'
import { announceOutages } from '../callback/outages'
import { abandonVerifications } from '../card/abandon-verifications'
import { checkConnections } from '../card/connection'
import type { ConnectionRef } from '../card/connection-ref'
import { deleteProofs, deleteTokens } from '../card/delete-tokens'
import { deleteNotices, type NoticeRow } from '../card/notices'
import { removeCards } from '../card/remove-cards'
import { days, later } from '../core/clock'
import { log } from '../core/log'
import type { Runtime } from '../core/runtime'
import { eraseLateTraces } from '../erasure/erase-late-traces'
import { bookSettlement } from '../journal/book-settlement'
import { deleteOldAccountKeys } from '../key/delete-old-keys'
import { hastenMails } from '../mail/queue'
import { announceExpiry, endExpired } from '../payment/expire-authorisations'
import { processNotices } from '../payment/process-notices'
import { reconcileAll } from '../payment/reconcile/reconcile-all'
import { recoverAll } from '../payment/recover'
import { recoverOldOrders } from '../payment/recover-old-orders'
import { renewAuthorisations } from '../payment/renew-authorisations'
import { newRecoveryTurns } from '../payment/take-over'
import { deleteExpiredAttempts } from '../rate-limit/rate-limit'
import { sumAllDays } from '../report/sum-days'
import { deleteOldRequests } from '../request-log/delete-old-requests'
import { deleteStoredResponses } from '../rest/idempotency'
import { announceDueDisputes } from '../settlement/announce-due-disputes'
import { collectAll } from '../settlement/collect'
import type { OperationRow } from '../store/operations'
import { deleteOldNotifications, mailNotifications } from '../team/mail-notifications'
import { deleteOldUserData } from '../user/delete-old-user-data'
import { deleteEndedSessions } from '../user/session'
import type { schedule } from './schedule'

/** Services stop repeating a notice after a few days. */
const noticeLife = days(30)

/** How long expired tokens are kept, so that operations begun with them can still be looked up. */
const tokenLife = days(30)

/** How long approvals at the bank are kept: the longest time after a payment in which a bank may dispute it. */
const proofLife = days(540)

/** How long ended account keys are kept, longer than the log of the requests that were made with them. */
const accountKeyLife = days(30)

interface TaskSettings {
  /** Age in seconds at which a pending operation is taken over. */
  operationStaleSeconds: number
  /** Collects the movements of a connection soon. */
  collect: (at: ConnectionRef) => void
}

/** What a worker does for each job. */
export function tasks(
  runtime: Runtime,
  { operationStaleSeconds, collect }: TaskSettings,
): Record<keyof typeof schedule, Task> {
  const staysPending = (error: unknown, { id, merchantId }: OperationRow) =>
    log.warn({ err: error, operation: id, merchant: merchantId }, 'An operation stays pending')
  const noticeTurns = { last: '' }
  const notices = async ({ addJob }: Parameters<Task>[1]) => {
    let moved: ConnectionRef[]
    do {
      const onError = (error: unknown, { merchantId, service, eventId }: NoticeRow) =>
        log.warn({ err: error, merchant: merchantId, service, event: eventId }, 'A notice is processed later')
      moved = await processNotices(runtime, onError, noticeTurns)
      moved.forEach(collect)
      // What notices have made due for recovery does not wait for its next turn.
      const jobKey = 'recover-operations'
      if (moved.length > 0) await addJob(jobKey, {}, { jobKey, maxAttempts: 1 })
    } while (moved.length > 0)
  }
  const noticesOnce = skipWhileRunning(notices)
  const recoveryTurns = newRecoveryTurns()
  const recover = async () => {
    const result = await recoverAll(runtime, {
      staleSeconds: operationStaleSeconds,
      onError: staysPending,
      turns: recoveryTurns,
    })
    if (result.taken > 0) log.warn(result, 'Resumed operations that were left pending')
  }
  return {
    bill: skipWhileRunning(() => billAll(runtime)),
    remind: () => remindAll(runtime),
    'sum-days': skipWhileRunning(() => sumAllDays(runtime)),
    'process-notices': (_, helpers) => noticesOnce(helpers),
    'recover-operations': skipWhileRunning(recover),
    'recover-old-orders': skipWhileRunning(async () => {
      const given = { staleSeconds: operationStaleSeconds, onError: staysPending }
      const result = await recoverOldOrders(runtime, given)
      if (result.taken > 0) log.warn(result, 'Resumed orders that had no outcome for long')
    }),
    'forget-requests': async () => {
      const forgotten = await deleteStoredResponses(runtime.db)
      log.info({ forgotten }, 'Deleted stored responses to idempotent requests')
    },
    'forget-logged-requests': async () => {
      const forgotten = await deleteOldRequests(runtime.db, runtime.clock.now())
      log.info({ forgotten }, 'Deleted old logged requests')
    },
    'abandon-verifications': skipWhileRunning(async () => {
      await abandonVerifications(runtime, (error, { merchantId, service, reference }) =>
        log.warn(
          { err: error, merchant: merchantId, service, reference },
          'A verification is given up later',
        ),
      )
    }),
    'remove-cards': skipWhileRunning(async () => {
      const { givenUp } = await removeCards(runtime, (error, { merchantId, service }) =>
        log.warn(
          { err: error, merchant: merchantId, service },
          'Removed cards stay at the card service for now',
        ),
      )
      for (const { merchantId, service, reference } of givenUp)
        log.warn({ merchant: merchantId, service, reference }, 'A removed card stays at the card service')
    }),
    settle: skipWhileRunning(async () => {
      await collectAll(runtime, (error, at) =>
        log.warn({ err: error, ...at }, 'Fees, payouts or disputes are collected later'),
      )
      await announceDueDisputes(runtime)
    }),
    notify: skipWhileRunning(async () => {
      await announceOutages(runtime)
      await mailNotifications(runtime)
    }),
    hasten: async () => {
      await hastenDeliveries(runtime.db)
      await hastenMails(runtime.db)
    },
    'erase-late-traces': () =>
      eraseLateTraces(runtime, (error, { merchantId, subject, id }) =>
        log.warn(
          { err: error, merchant: merchantId, [subject]: id },
          `What was written about an erased ${subject} will be erased later`,
        ),
      ),
    'forget-notifications': () => deleteOldNotifications(runtime),
    'forget-people': () => deleteOldUserData(runtime),
    'book-settlement': skipWhileRunning(() => bookSettlement(runtime)),
    'expire-authorisations': skipWhileRunning(async () => {
      const onError = (error: unknown, { merchantId, id }: { merchantId: string; id: string }) =>
        log.warn(
          { err: error, merchant: merchantId, order: id },
          'The end of an authorisation is handled later',
        )
      await renewAuthorisations(runtime, onError)
      await announceExpiry(runtime, onError)
      await endExpired(runtime, onError)
    }),
    reconcile: skipWhileRunning(() =>
      reconcileAll(runtime, (error, id) =>
        log.error({ err: error, merchant: id }, 'The books could not be compared with the card services'),
      ),
    ),
    'check-connections': skipWhileRunning(() =>
      checkConnections(runtime, (error, at) =>
        log.warn({ err: error, ...at }, 'The connection to a card service is checked later'),
      ),
    ),
    'forget-notices': async () => {
      await deleteNotices(runtime.db, later(runtime.clock.now(), -noticeLife))
      await deleteTokens(runtime.db, later(runtime.clock.now(), -tokenLife))
      await deleteProofs(runtime.db, later(runtime.clock.now(), -proofLife))
    },
    'forget-account-keys': async () => {
      await deleteOldAccountKeys(runtime.db, later(runtime.clock.now(), -accountKeyLife))
    },
    'forget-sign-in-tries': async () => {
      await deleteExpiredAttempts(runtime)
      await deleteEndedSessions(runtime)
    },
  }
}

/** Skips a run while the previous one in the same process is still going, to leave room for other jobs. */
function skipWhileRunning<A extends unknown[]>(
  work: (...given: A) => Promise<void>,
): (...given: A) => Promise<void> {
  let running = false
  return async (...given) => {
    if (running) return
    running = true
    try {
      await work(...given)
    } finally {
      running = false
    }
  }
}
