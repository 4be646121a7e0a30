import { type Context, forReading } from '../core/context'
import { dayOf } from '../model/calendar'
import { runtime } from '../runtime'
import { memberContext } from '../user/session'
import { browserSession } from './auth'
import { requestIdOf, responseToError } from './respond'

interface File {
  /** Without the day and the extension, which are added. */
  name: string
  type: keyof typeof types
  content: ReadableStream<Uint8Array>
}

const types = {
  csv: { extension: 'csv', content: 'text/csv; charset=utf-8' },
  datev: { extension: 'csv', content: 'text/csv; charset=windows-1252' },
  pdf: { extension: 'pdf', content: 'application/pdf' },
  sie: { extension: 'si', content: 'application/octet-stream' },
} as const

/** Responds with a file for a member of the merchant, and to anyone else with an error. */
export async function memberDownload(
  request: Request,
  { merchantId }: { merchantId: string },
  read: (context: Context) => Promise<File>,
): Promise<Response> {
  try {
    const member = await memberContext(runtime(), { session: await browserSession(), merchantId })
    const context = await forReading(member)
    const { name, type, content } = await read(context)
    const day = dayOf(context.clock.now(), context.merchant.timeZone)
    return new Response(content, {
      headers: {
        'Content-Type': types[type].content,
        'Content-Disposition': `attachment; filename="${name}-${day}.${types[type].extension}"`,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    })
  } catch (error) {
    const { status, body } = responseToError(error, requestIdOf(request))
    return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
  }
}
