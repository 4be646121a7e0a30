import { merchantClock } from '../core/clock'
import { log } from '../core/log'
import { type Repeated, repeated } from '../core/repeat'
import type { Runtime } from '../core/runtime'
import { type ClaimedMail, claimMails, type MailTurns, newMailTurns } from './claim'
import type { Deliver, MailDelivery } from './deliver'
import { captureMails, recordDelay, recordFailure, recordOutdated, recordSent } from './queue'
import { render } from './render'
import { gapAfter } from './retry'
import { fromHeader, senderName } from './sender'
import { outdatedOf } from './still-true'

/** Without a Resend key and an SMTP address, mail is stored but not sent. */
export interface MailSettings {
  resendApiKey: string | undefined
  resendBaseUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Whether `/outbox` shows kept mail. */
  embedded: boolean
}

/** Resend accepts five requests a second per team: four in each one-second round leave room for one other. */
const atOnce = 4
const roundMs = 1000
/** For example after a database fault. */
const pauseMs = 5000
/** The mail service may ask for longer, but other workers would not learn of it. */
const maxRestMs = 60_000
const capturedAtOnce = 500

/** Starts to send waiting e-mails, or to capture them. Any number of processes may do this on one database. */
export function startMailer(runtime: Runtime, settings: MailSettings): Repeated {
  const service = serviceOf(settings)
  const round = service ? sending(runtime, settings, service.deliver) : capturing(runtime, settings)
  const { stop } = repeated(round, { work: 'Processing mail', pauseAfterFaultMs: pauseMs })
  return { stop: () => stop().then(service?.close) }
}

/** The configured mail service. Undefined if there is none. */
function serviceOf(settings: MailSettings): { deliver: Deliver; close: () => void } | undefined {
  const { resendApiKey, resendBaseUrl, smtpUrl } = settings
  if (resendApiKey !== undefined) {
    const load = async () => (await import('./deliver')).resendDeliver(resendApiKey, resendBaseUrl)
    return { deliver: lazy(load), close: () => undefined }
  }
  if (smtpUrl === undefined) return undefined
  let close = () => {}
  const load = async () => {
    const smtp = (await import('./smtp')).smtpDeliver(smtpUrl)
    close = smtp.close
    return smtp.deliver
  }
  return { deliver: lazy(load), close: () => close() }
}

/** Loads the client with the first mail, because many workers never send one. */
function lazy(load: () => Promise<Deliver>): Deliver {
  let deliver: Promise<Deliver> | undefined
  return async (mail) => {
    deliver ??= load()
    return (await deliver)(mail)
  }
}

/** Does one round and returns after how many milliseconds to do the next. */
type MailRound = () => Promise<number>

function capturing({ db }: Runtime, { embedded }: MailSettings): MailRound {
  if (!embedded)
    log.warn('No mail is sent. It is stored, and `npm run outbox` prints it. Set RESEND_API_KEY or SMTP_URL')
  return async () => {
    const captured = await captureMails(db, capturedAtOnce)
    return captured === capturedAtOnce ? 0 : roundMs
  }
}

function sending(runtime: Runtime, { mailFrom }: MailSettings, deliver: Deliver): MailRound {
  const turns = newMailTurns()
  return async () => {
    const requestedMs = await sendMails(runtime, { deliver, mailFrom, turns })
    return Math.min(Math.max(roundMs, requestedMs), maxRestMs)
  }
}

/**
 * Sends a few due e-mails, or keeps those that are no longer true. Returns how many milliseconds the mail service wants to
 * be left alone.
 */
export async function sendMails(
  runtime: Runtime,
  { deliver, mailFrom, turns }: { deliver: Deliver; mailFrom: string; turns: MailTurns },
): Promise<number> {
  const claims = await claimMails(runtime.db, atOnce, turns)
  const outdated = await outdatedOf(runtime.db, claims)
  await Promise.all(outdated.map(({ row }) => recordOutdated(runtime.db, row)))
  const current = claims.filter((claim) => !outdated.includes(claim))
  const deliveries = await Promise.all(current.map((claim) => send(runtime, deliver, mailFrom, claim)))
  return Math.max(0, ...deliveries.map((one) => (one.status === 'slow down' && !one.quota ? one.afterMs : 0)))
}

async function send(
  runtime: Runtime,
  deliver: Deliver,
  mailFrom: string,
  claim: ClaimedMail,
): Promise<MailDelivery> {
  const { row, merchant } = claim
  const from = fromHeader(mailFrom, senderName(row.template, merchant))
  const delivery = await render(row, merchant, runtime)
    .then((rendered) => deliver({ ...rendered, id: row.id, from, to: row.to }))
    .catch((error: unknown): MailDelivery => {
      log.error(
        { err: error, mail: row.id, merchant: merchant.id },
        'An e-mail could not be rendered or sent',
      )
      return { status: 'later', error: error instanceof Error ? error.message : String(error) }
    })
  await record(runtime, claim, delivery).catch((error: unknown) =>
    // After the lease it is sent again with the same key, so its reader gets it once.
    log.error(
      { err: error, mail: row.id, merchant: merchant.id },
      'The outcome of an e-mail could not be recorded',
    ),
  )
  return delivery
}

async function record(
  { db, clock }: Runtime,
  { row, merchant }: ClaimedMail,
  delivery: MailDelivery,
): Promise<void> {
  if (delivery.status === 'sent') {
    return recordSent(db, { row, sent: merchantClock(clock, merchant).now(), reference: delivery.reference })
  }
  const { error } = delivery
  const gap = gapAfter(row.attempts, Math.random())
  if (delivery.status === 'slow down' && !delivery.quota) {
    // A rate limit says nothing about the mail.
    return recordDelay(db, { row, error, inMs: delivery.afterMs, counts: false })
  }
  if (delivery.status === 'refused' || gap === undefined) {
    log.warn({ mail: row.id, merchant: merchant.id, error }, 'Gave up on a mail')
    return recordFailure(db, { row, error })
  }
  // Logged each time: otherwise nobody would notice a wrong key or sender address until the mail is lost.
  log.warn({ mail: row.id, merchant: merchant.id, error }, 'A mail could not be sent yet')
  const inMs = delivery.status === 'slow down' ? Math.max(gap, delivery.afterMs) : gap
  await recordDelay(db, { row, error, inMs, counts: true })
}
