import { sql } from 'drizzle-orm'
import { Resend } from 'resend'
import * as z from 'zod'
import { mail } from '@/db/schema'
import { minutes } from '../core/clock'
import { log } from '../core/log'
import type { Runtime } from '../core/runtime'
import { instant } from '../model/fields'

/** From the weakest to the strongest. Reports arrive in any order and repeatedly, and the strongest stands. */
const strengths = ['delayed', 'delivered', 'bounced', 'complained'] as const
type Reported = (typeof strengths)[number]

const meanings: Record<string, Reported> = {
  'email.delivery_delayed': 'delayed',
  'email.delivered': 'delivered',
  'email.bounced': 'bounced',
  'email.failed': 'bounced',
  'email.suppressed': 'bounced',
  'email.complained': 'complained',
}

const Reason = z.object({ message: z.string().optional(), reason: z.string().optional() }).optional()
const Report = z.object({
  type: z.string(),
  created_at: instant(),
  data: z.object({ email_id: z.string().optional(), bounce: Reason, failed: Reason, suppressed: Reason }),
})

/** `unknown mail`: it may be recorded in a moment, so the report should be sent again. */
export type Receipt = 'received' | 'invalid' | 'unknown mail'

/** How long after its mail a report can overtake the record of the mail's id. */
const overtakingMs = minutes(5)

/**
 * Receives what Resend reports about a mail: delivered, delayed, bounced, or marked as spam. Verifies the signature
 * over the raw body. The same Resend account may send other mail, whose reports are ignored.
 */
export async function receiveReport(
  { db }: Pick<Runtime, 'db'>,
  { secret, raw, header }: { secret: string; raw: Buffer; header: (name: string) => string | null },
): Promise<Receipt> {
  const report = verified(secret, raw, header)
  if (report === 'invalid') return 'invalid'
  const state = report && meanings[report.type]
  if (!report || state === undefined || report.data.email_id === undefined) return 'received'
  const { created_at, data } = report
  const why = data.bounce ?? data.failed ?? data.suppressed
  const updated = await db
    .update(mail)
    .set({
      delivery: sql`case when ${rankOf(mail.delivery)} < ${rankOf(state)} then ${state} else ${mail.delivery} end`,
      deliveryReported: sql`case when ${rankOf(mail.delivery)} < ${rankOf(state)} then ${created_at}::timestamptz else ${mail.deliveryReported} end`,
      error: sql`coalesce(${(why?.message ?? why?.reason)?.slice(0, 500) ?? null}, ${mail.error})`,
    })
    .where(sql`${mail.reference} = ${data.email_id}`)
    .returning({ id: mail.id })
  if (updated.length > 0) return 'received'
  return Date.now() - Date.parse(created_at) < overtakingMs ? 'unknown mail' : 'received'
}

const rankOf = (state: typeof mail.delivery | Reported) =>
  sql`coalesce(array_position(array[${sql.join(
    strengths.map((strength) => sql`${strength}`),
    sql`, `,
  )}]::text[], ${state}::text), 0)`

/** The report in a signed body; undefined if it is about something else. */
function verified(secret: string, raw: Buffer, header: (name: string) => string | null) {
  const part = (name: string) => header(`svix-${name}`) ?? header(`webhook-${name}`) ?? ''
  const headers = { id: part('id'), timestamp: part('timestamp'), signature: part('signature') }
  const payload = raw.toString('utf8')
  try {
    // Verifying needs no key of the API.
    new Resend('re_none').webhooks.verify({ payload, headers, webhookSecret: secret })
  } catch (error) {
    log.warn({ err: error }, 'A report about a mail was not signed with RESEND_WEBHOOK_SECRET')
    return 'invalid'
  }
  return Report.safeParse(JSON.parse(payload)).data
}
