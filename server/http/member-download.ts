import type * as z from 'zod'
import { todayOf } from '../core/clock'
import { type Context, fromReplica } from '../core/context'
import { begun, checked } from '../core/stream'
import { hasCode } from '../model/errors'
import { runtime } from '../runtime'
import { memberContext } from '../user/session'
import { browserSession } from './auth'
import { contentError } from './flaws'
import { requestIdOf, responseToError } from './respond'
import { seeOther } from './see-other'

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
  zip: { extension: 'zip', content: 'application/zip' },
} as const

/**
 * Responds with an export, named by today's date, to a member of the merchant. It ends when its reader is removed or signs
 * out: otherwise it would go on, with what is added in the meantime.
 */
export const memberDownload = (
  request: Request,
  { merchantId }: { merchantId: string },
  read: (context: Context) => Promise<File>,
): Promise<Response> =>
  memberResponse(request, merchantId, async (context, requireMember) => {
    const { name, type, content } = await read(context)
    const day = todayOf(context)
    return new Response(checked(await begun(content), requireMember), {
      headers: {
        'Content-Type': types[type].content,
        'Content-Disposition': `attachment; filename="${name}-${day}.${types[type].extension}"`,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    })
  })

/** Returns the route of a list's export as CSV, for members of the merchant. */
export const csvRoute =
  <Query>(
    name: string,
    query: z.ZodType<Query>,
    write: (context: Context, query: Query) => File['content'],
  ) =>
  async (request: Request, { params }: { params: Promise<{ merchantId: string }> }): Promise<Response> =>
    memberDownload(request, await params, async (context) => {
      return { name, type: 'csv', content: write(context, queryOf(request, query)) }
    })

/** Returns the query of a download's address. Throws the documented error for each value that does not fit. */
export function queryOf<T>(request: Request, shape: z.ZodType<T>): T {
  const given = Object.fromEntries(new URL(request.url).searchParams)
  const { success, data, error } = shape.safeParse(given)
  if (!success) throw contentError(error.issues, given)
  return data
}

/**
 * Responds to a member of the merchant. People who are signed out are redirected to sign in, and anyone else gets an error.
 * `requireMember` throws once they are no longer a member.
 */
export async function memberResponse(
  request: Request,
  merchantId: string,
  respond: (context: Context, requireMember: () => Promise<unknown>) => Promise<Response>,
): Promise<Response> {
  try {
    const session = await browserSession()
    const requireMember = () => memberContext(runtime(), { session, merchantId })
    return await fromReplica(await requireMember(), (context) => respond(context, requireMember))
  } catch (error) {
    if (hasCode(error, 'session.ended')) return toSignIn(request)
    const { status, body } = responseToError(error, requestIdOf(request))
    return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
  }
}

/** Leads to the sign-in page, and from there back to the page above the file. */
function toSignIn(request: Request): Response {
  const { pathname } = new URL(request.url)
  return seeOther(`/signin?${new URLSearchParams({ to: pathname.slice(0, pathname.lastIndexOf('/')) })}`)
}
