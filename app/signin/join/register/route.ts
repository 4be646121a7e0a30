import { respondToForm } from '@/app/_parts/signin/respond-to-form'
import { contentError } from '@/server/http/flaws'
import { password } from '@/server/merchant/create-merchant'
import { runtime } from '@/server/runtime'
import { joinAsNewUser } from '@/server/team/accept-invitation'

/** A new user accepts an invitation and chooses a password. */
export const POST = respondToForm(async ({ key = '', password: given }) => {
  const chosen = password().safeParse(given)
  if (!chosen.success) {
    const issues = chosen.error.issues.map((issue) => ({ ...issue, path: ['password'] }))
    throw contentError(issues, { password: given })
  }
  return joinAsNewUser(runtime(), { key, password: chosen.data })
})
