import type { TextKey } from '@/app/_texts/catalogue'
import { log } from '@/server/core/log'
import { isSameOrigin, refused } from '@/server/http/same-origin'
import { seeOther } from '@/server/http/see-other'
import { hasCode } from '@/server/model/errors'
import { type PostedForm, readForm } from '../form'
import type { NoteName } from './true-note'
import { findVisit, type Visit } from './visit'
import { withQuery } from './with-query'

/** Where a form redirects. */
export interface FormResult {
  to: string
  /** The note shown there. */
  note?: NoteName
  /** A page that leads to the bank, where no form may redirect. A script goes there directly. */
  onward?: string
  /** The problem: shown there, or immediately if the page's script sent the form. */
  problem?: { key: TextKey; text: string }
  cookies?: string[]
  /** It reveals that the card exists, so it counts as an attempt, like a decline. */
  reveals?: boolean
}

interface Posting<Visitor> {
  /** Returns who posted the form; undefined without a valid key. */
  find(request: Request): Promise<Visitor | undefined>
  /** Where to return if nothing could be done. */
  page(form: PostedForm): string
  act(visitor: Visitor, form: PostedForm): Promise<FormResult>
  /** Cookies that keep what was filled in until the visitor has logged in again. */
  saved?(form: PostedForm): string[]
  /** Where to go with a form that cannot be read, or that names something unknown. */
  home: string
  gone?: string
}

/**
 * Handles a form of a customer's page: checks that it comes from the same origin, finds out who posted it, acts and
 * redirects. A page's script may ask for the redirect as JSON.
 */
export async function handleForm<Visitor>(
  request: Request,
  { find, page, act, saved = () => [], home, gone = home }: Posting<Visitor>,
): Promise<Response> {
  if (!isSameOrigin(request)) return refused()
  const form = await readForm(request)
  if (!form) return respond(request, { to: home, note: 'wrong' })
  const visitor = await find(request)
  // The page itself says why, and what to do.
  if (!visitor) return respond(request, { to: page(form), cookies: saved(form) })
  try {
    return respond(request, await act(visitor, form))
  } catch (error) {
    if (hasCode(error, 'not-found')) return respond(request, { to: gone })
    log.error({ err: error }, 'A form of a customer’s page failed')
    return respond(request, { to: page(form), note: 'wrong' })
  }
}

/**
 * Handles a form of the account pages, which the visitor's account key gives access to. A form that names its account is
 * refused if another account is logged in now, for example in another tab.
 */
export const handleAccountForm =
  (
    page: (form: PostedForm) => string,
    act: (visit: Visit, form: PostedForm) => Promise<FormResult>,
    saved?: (form: PostedForm) => string[],
  ) =>
  (request: Request): Promise<Response> =>
    handleForm(request, {
      find: async ({ headers }) => (await findVisit(headers)).visit,
      act: async (visit, form) =>
        form.has('account') && idIn(form, 'account') !== visit.accountId
          ? { to: page(form), note: 'otherAccount', cookies: saved?.(form) ?? [] }
          : act(visit, form),
      ...{ page, ...(saved && { saved }) },
      home: '/account',
      gone: '/account/gone',
    })

function respond(request: Request, { to, note, onward, problem, cookies = [] }: FormResult): Response {
  const address = withQuery(to, { note, problem: problem?.key })
  const response = wantsJson(request)
    ? Response.json(
        { to: onward ?? address, ...(problem && { problem }) },
        { headers: { 'Cache-Control': 'no-store' } },
      )
    : seeOther(address)
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

const wantsJson = ({ headers }: Request): boolean => headers.get('accept') === 'application/json'

/** These addresses accept only POST. A visitor who opens one is redirected to the account. */
export const toAccount = () => seeOther('/account')

/** Returns an id from a form that is safe to use in a path. */
export const idIn = (form: PostedForm, name: string): string => {
  const id = form.get(name) ?? ''
  return /^[A-Za-z]{1,32}$/.test(id) ? id : '-'
}
