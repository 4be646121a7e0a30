import { receiveNotice } from '@/server/card/notices'
import { rawBody } from '@/server/http/raw-body'
import { runtime } from '@/server/runtime'

const maxNoticeBytes = 1_000_000

/** Receives notices of card services: verifies and stores them. The worker does the rest. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ service: string; merchant: string }> },
): Promise<Response> {
  const { service, merchant: merchantId } = await params
  const raw = await rawBody(request, maxNoticeBytes)
  if (!raw) return respond(413)
  const header = (name: string) => request.headers.get(name)
  return respond((await receiveNotice(runtime(), { service, merchantId, raw, header })) ? 200 : 400)
}

const respond = (status: number) => new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
