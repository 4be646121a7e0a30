import type { TextKey } from '@/app/_texts/catalogue'
import { log } from '@/server/core/log'
import { isSameOrigin, refused } from '@/server/http/same-origin'
import { hasCode } from '@/server/model/errors'
import { readForm, seeOther } from '../form'
import type { NoteName } from './note'
import { findVisit, type Visit } from './visit'

export type Form = ReadonlyMap<string, string>

/** Where a form leads. */
export interface Answer {
  to: string
  /** Said there. */
  note?: NoteName
  /** What was wrong: said there, or at once on a page whose script sent the form. */
  problem?: { key: TextKey; text: string }
  cookies?: string[]
}

/**
 * A form of the account's pages. It comes from one of them, sent by who is signed in, and does what their account key
 * may do; then it leads to a page. `page` is the one to come back to when nothing could be done; `saved` are cookies that
 * keep what was filled in until its visitor is signed in again. A page's script may ask to be told in JSON where to go.
 */
export const posted =
  (
    page: (form: Form) => string,
    act: (visit: Visit, form: Form) => Promise<Answer>,
    saved: (form: Form) => string[] = () => [],
  ) =>
  async (request: Request): Promise<Response> => {
    if (!isSameOrigin(request)) return refused()
    const form = await readForm(request)
    if (!form) return answer(request, { to: '/account', note: 'wrong' })
    const { visit } = await findVisit(request.headers)
    // The page itself says that the visit has ended, and how to come back to it.
    if (!visit) return answer(request, { to: page(form), cookies: saved(form) })
    try {
      return answer(request, await act(visit, form))
    } catch (error) {
      if (hasCode(error, 'not-found')) return answer(request, { to: '/account/gone' })
      log.error({ err: error, account: visit.accountId }, 'A form of the account page failed')
      return answer(request, { to: page(form), note: 'wrong' })
    }
  }

function answer(request: Request, { to, note, problem, cookies = [] }: Answer): Response {
  const way = withQuery(to, { note, problem: problem?.key })
  const response = wantsJson(request)
    ? Response.json({ to: way, ...(problem && { problem }) }, { headers: { 'Cache-Control': 'no-store' } })
    : seeOther(way)
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

const wantsJson = ({ headers }: Request): boolean => headers.get('accept') === 'application/json'

function withQuery(path: string, parts: Record<string, string | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) query.set(name, value)
  const text = query.toString()
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`
}

/** Forms are posted; who opens their address goes to the account. */
export const toAccount = () => seeOther('/account')

/** A plain id out of a form, fit for a path. */
export const idIn = (form: Form, name: string): string => {
  const id = form.get(name) ?? ''
  return /^[A-Za-z]{1,32}$/.test(id) ? id : '-'
}
