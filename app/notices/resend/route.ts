import { config } from '@/server/core/config/config'
import { rawBody } from '@/server/http/raw-body'
import { receiveReport } from '@/server/mail/delivery-reports'
import { runtime } from '@/server/runtime'

const maxReportBytes = 1_000_000

const statuses = { received: 200, invalid: 400, 'unknown mail': 503 } as const

/** Receives Resend's webhooks: the outcome of each mail. */
export async function POST(request: Request): Promise<Response> {
  const secret = config().resendWebhookSecret
  if (secret === undefined) return respond(404)
  const raw = await rawBody(request, maxReportBytes)
  if (!raw) return respond(413)
  const header = (name: string) => request.headers.get(name)
  return respond(statuses[await receiveReport(runtime(), { secret, raw, header })])
}

const respond = (status: number) => new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
