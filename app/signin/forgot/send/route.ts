import { setTimeout as wait } from 'node:timers/promises'
import { readForm, seeOther } from '@/app/_parts/form'
import { log } from '@/server/core/log'
import { isSameOrigin, refused } from '@/server/http/same-origin'
import { runtime } from '@/server/runtime'
import { requestReset } from '@/server/user/reset'

/** When the answer is given, whatever there was to do: its time is not to tell whether an address is known. */
const answerAfterMs = 400

/** Mails a link to choose a new password. The answer is always the same. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request)) return refused()
  const form = await readForm(request)
  // Nobody waits for it, so nobody can tell how long it took.
  requestReset(runtime(), form?.get('email') ?? '').catch((error: unknown) =>
    log.error({ err: error }, 'A link to a new password could not be sent'),
  )
  await wait(answerAfterMs)
  return seeOther('/signin/forgot/sent')
}

export const GET = () => seeOther('/signin/forgot')
