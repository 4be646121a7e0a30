import { setTimeout as wait } from 'node:timers/promises'
import { readForm, seeOther } from '@/app/_parts/form'
import { log } from '@/server/core/log'
import { isSameOrigin, refused } from '@/server/http/same-origin'
import { runtime } from '@/server/runtime'
import { requestReset } from '@/server/user/reset-password'

/** A fixed response time, so that timing does not reveal whether an address is known. */
const answerAfterMs = 400

/** Mails a password reset link. The response is always the same. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request)) return refused()
  const form = await readForm(request)
  // Not awaited, so that its duration stays hidden.
  requestReset(runtime(), form?.get('email') ?? '').catch((error: unknown) =>
    log.error({ err: error }, 'A password reset link could not be sent'),
  )
  await wait(answerAfterMs)
  return seeOther('/signin/forgot/sent')
}

export const GET = () => seeOther('/signin/forgot')
