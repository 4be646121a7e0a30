import { setTimeout as wait } from 'node:timers/promises'
import { isMerchantId } from '@/server/core/id'
import { log } from '@/server/core/log'
import { seeOther } from '@/server/http/see-other'
import { sourceOf } from '@/server/http/source'
import { renewLink, requestLinks } from '@/server/link/request-links'
import { runtime } from '@/server/runtime'
import { ownPage } from '../../_parts/customer/return-path'
import { postedForm } from '../../_parts/form'

/** A fixed response time, so that timing does not reveal whether an address is known. */
const respondAfterMs = 400

/** Sends a new link for an e-mail address or an expired link. The response is always the same. */
export const POST = postedForm(async (form, { headers }) => {
  const given = form.get('merchant') ?? ''
  const merchantId = isMerchantId(given) ? given : undefined
  const key = form.get('key')
  const source = sourceOf(headers)
  const sending =
    key === undefined
      ? requestLinks(runtime(), {
          ...{ email: form.get('email')?.trim() ?? '', merchantId, source },
          returnPath: ownPage(form.get('to')),
        })
      : renewLink(runtime(), { key, source })
  // Not awaited, so that the response time reveals nothing.
  sending.catch((error: unknown) => log.error({ err: error }, 'A login link could not be sent'))
  await wait(respondAfterMs)
  return seeOther(merchantId === undefined ? '/login/sent' : `/login/sent?merchant=${merchantId}`)
})

export const GET = () => seeOther('/login')
