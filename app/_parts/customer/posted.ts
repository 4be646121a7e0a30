import type { TextKey } from '@/app/_texts/catalogue'
import { log } from '@/server/core/log'
import { isSameOrigin, refused } from '@/server/http/same-origin'
import { hasCode } from '@/server/model/errors'
import { type PostedForm, readForm, seeOther } from '../form'
import type { NoteName } from './note'
import { findVisit, type Visit } from './visit'

/** Where a form redirects. */
export interface FormResult {
  to: string
  /** The note shown there. */
  note?: NoteName
  /** The problem: shown there, or immediately if the page's script sent the form. */
  problem?: { key: TextKey; text: string }
  cookies?: string[]
}

/**
 * Handles a form of the account pages: checks that it comes from the same origin, authenticates its account key, acts
 * and redirects. `page` is where to return if nothing could be done. `saved` are cookies that keep what was filled in
 * until the visitor has signed in again. A page's script may ask for the redirect as JSON.
 */
export const posted =
  (
    page: (form: PostedForm) => string,
    act: (visit: Visit, form: PostedForm) => Promise<FormResult>,
    saved: (form: PostedForm) => string[] = () => [],
  ) =>
  async (request: Request): Promise<Response> => {
    if (!isSameOrigin(request)) return refused()
    const form = await readForm(request)
    if (!form) return respond(request, { to: '/account', note: 'wrong' })
    const { visit } = await findVisit(request.headers)
    // The page itself says that the session has ended and how to sign in again.
    if (!visit) return respond(request, { to: page(form), cookies: saved(form) })
    try {
      return respond(request, await act(visit, form))
    } catch (error) {
      if (hasCode(error, 'not-found')) return respond(request, { to: '/account/gone' })
      log.error({ err: error, account: visit.accountId }, 'A form of the account page failed')
      return respond(request, { to: page(form), note: 'wrong' })
    }
  }

function respond(request: Request, { to, note, problem, cookies = [] }: FormResult): Response {
  const address = withQuery(to, { note, problem: problem?.key })
  const response = wantsJson(request)
    ? Response.json(
        { to: address, ...(problem && { problem }) },
        { headers: { 'Cache-Control': 'no-store' } },
      )
    : seeOther(address)
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

/** These addresses take POST only. A visitor who opens one is redirected to the account. */
export const toAccount = () => seeOther('/account')

/** Returns an id from a form that is safe to use in a path. */
export const idIn = (form: PostedForm, name: string): string => {
  const id = form.get(name) ?? ''
  return /^[A-Za-z]{1,32}$/.test(id) ? id : '-'
}
