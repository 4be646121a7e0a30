import { setTimeout as wait } from 'node:timers/promises'
import { postedForm } from '@/app/_parts/form'
import { log } from '@/server/core/log'
import { seeOther } from '@/server/http/see-other'
import { runtime } from '@/server/runtime'
import { requestReset } from '@/server/user/reset-password'

/** A fixed response time, so that timing does not reveal whether an address is known. */
const respondAfterMs = 400

/** Mails a password reset link. The response is always the same. */
export const POST = postedForm(async (form) => {
  // Not awaited, so that its duration stays hidden.
  requestReset(runtime(), form.get('email') ?? '').catch((error: unknown) =>
    log.error({ err: error }, 'A password reset link could not be sent'),
  )
  await wait(respondAfterMs)
  return seeOther('/signin/forgot/sent')
})

export const GET = () => seeOther('/signin/forgot')
