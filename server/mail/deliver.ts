import { Resend } from 'resend'
import * as z from 'zod'
import type { RenderedMail } from './render'

/** A mail as the mail service gets it. `id` is its idempotency key: the same id is sent once. */
interface Outgoing extends RenderedMail {
  id: string
  from: string
  to: string
}

/** The result of sending. `later`: not sent, or unknown; sending again is safe. */
export type MailDelivery =
  | { status: 'sent'; reference?: string }
  | { status: 'refused'; error: string }
  | { status: 'later'; error: string }
  /** Too many at once, or over the daily or monthly quota (`quota`). */
  | { status: 'slow down'; error: string; afterMs: number; quota: boolean }

export type Deliver = (mail: Outgoing) => Promise<MailDelivery>

/** Sends through Resend. `baseUrl` is for tests and proxies. */
export function resendDeliver(apiKey: string, baseUrl: string | undefined, timeoutMs = 10_000): Deliver {
  const resend = new Resend(apiKey, baseUrl === undefined ? {} : { baseUrl })
  return async ({ id, from, to, subject, html, text, replyTo }) => {
    const result = await resend.emails.send(
      { from, to, subject, html, text, ...(replyTo !== undefined && { replyTo }) },
      { idempotencyKey: id, signal: AbortSignal.timeout(timeoutMs) },
    )
    const taken = Taken.safeParse(result.data)
    if (taken.success) return { status: 'sent', reference: taken.data.id }
    return refusal(Refusal.parse(result.error), result.headers ?? {})
  }
}

const Taken = z.object({ id: z.string() })

/** What Resend, or a proxy in front of it, returns when it rejects a mail. Anything may be missing. */
const Refusal = z
  .object({
    statusCode: z.number().nullable().catch(null),
    name: z.string().catch('unknown'),
    message: z.string().catch('The mail service gave no reason.'),
  })
  .catch({
    statusCode: null,
    name: 'unknown',
    message: 'The mail service sent an unreadable response.',
  })
type Refusal = z.infer<typeof Refusal>

/** Permanent errors of the mail itself. The operator can fix a wrong key or sender address, so those are retried. */
const permanent = new Set([400, 413, 422])

function refusal({ statusCode, name, message }: Refusal, headers: Record<string, string>): MailDelivery {
  const error = `${statusCode === null ? '' : `${statusCode} `}${name}: ${message}`.slice(0, 500)
  // Accepted at an earlier attempt. Since then something like the merchant's name has changed, and so has the
  // rendering.
  if (name === 'invalid_idempotent_request') return { status: 'sent' }
  if (statusCode === 429) {
    return { status: 'slow down', error, afterMs: retryAfter(headers), quota: name !== 'rate_limit_exceeded' }
  }
  return { status: statusCode !== null && permanent.has(statusCode) ? 'refused' : 'later', error }
}

/** Returns `Retry-After` in milliseconds, from seconds or a date; one second if it is missing. */
function retryAfter(headers: Record<string, string>): number {
  const given = headers['retry-after'] ?? '1'
  const ms = /^\d{1,7}$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now()
  return Number.isNaN(ms) ? 1000 : Math.max(ms, 1000)
}
