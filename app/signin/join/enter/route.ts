import { postedForm } from '@/app/_parts/form'
import { browserSession } from '@/server/http/auth'
import { seeOther } from '@/server/http/see-other'
import { KassaError } from '@/server/model/errors'
import { runtime } from '@/server/runtime'
import { joinAsUser } from '@/server/team/accept-invitation'
import { requireUser } from '@/server/user/session'

/** Accepts an invitation for the signed-in user. */
export const POST = postedForm(async (form) => {
  const key = form.get('key') ?? ''
  try {
    const user = await requireUser(runtime(), await browserSession())
    const { merchantId } = await joinAsUser(runtime(), { known: user, key })
    return seeOther(`/dashboard/${merchantId}`)
  } catch (error) {
    // The invitation's page explains the problem and what to do.
    if (error instanceof KassaError) {
      return seeOther(/^[\w-]{1,200}$/.test(key) ? `/signin/join/${key}` : '/signin')
    }
    throw error
  }
})

export const GET = () => seeOther('/signin')
