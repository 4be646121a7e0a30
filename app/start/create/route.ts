import { respondToForm } from '@/app/_parts/signin/respond-to-form'
import { config } from '@/server/core/config/config'
import { contentError } from '@/server/http/flaws'
import { seeOther } from '@/server/http/see-other'
import { MerchantCreatable } from '@/server/merchant/create-merchant'
import { runtime } from '@/server/runtime'
import { requireOwnName, startKassa } from '@/server/team/start-merchant'

/** Sets up an empty installation. */
export const POST = respondToForm(async ({ timezone, ...fields }, { headers }) => {
  requireOwnName(headers.get('host'), config().baseUrl)
  const input = { ...fields, timeZone: timezone }
  const parsed = MerchantCreatable.safeParse(input)
  if (!parsed.success) throw contentError(parsed.error.issues, input)
  return startKassa(runtime(), parsed.data)
})

export const GET = () => seeOther('/start')
