import { chooseLanguage } from '@/server/customer/choose-language'
import { findSession } from '@/server/customer/session'
import { seeOther } from '@/server/http/see-other'
import { readLinkKey } from '@/server/link/link-key'
import { useLink as letIn } from '@/server/link/use-link'
import { runtime } from '@/server/runtime'
import { accountKeyCookie, shopCookie } from '../../_parts/customer/cookie'
import { chosenIn } from '../../_parts/customer/language'
import { ownPage } from '../../_parts/customer/return-path'
import { postedForm } from '../../_parts/form'

/** The button on the page of a login link: uses the link and signs the browser in. */
export const POST = postedForm(async (form, { headers }) => {
  const key = form.get('key') ?? ''
  const accountKey = await letIn(runtime(), key)
  if (accountKey === undefined) return seeOther(isPlausible(key) ? `/login/${key}` : '/login')
  const named = await readLinkKey(key)
  await keepChosenLanguage(accountKey, headers)
  const response = seeOther(ownPage(named?.returnPath) ?? '/account')
  response.headers.set('Set-Cookie', accountKeyCookie(accountKey))
  if (named) response.headers.append('Set-Cookie', shopCookie(named.merchant))
  return response
})

export const GET = () => seeOther('/login')

/** A language chosen before logging in is also stored for the customer, unless the customer has chosen one before. */
async function keepChosenLanguage(key: string, headers: Headers): Promise<void> {
  const language = chosenIn(headers)
  if (language === undefined) return
  const session = await findSession(runtime(), { key })
  if (session?.state === 'open') {
    await chooseLanguage(session.context, { accountId: session.accountId, language, isRemembered: true })
  }
}

/** Reasons that the page of a link explains in more detail. */
const isPlausible = (key: string) => /^[\w.-]{10,1000}$/.test(key)
