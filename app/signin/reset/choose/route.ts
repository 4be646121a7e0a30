import { postedForm } from '@/app/_parts/form'
import { seeOther } from '@/server/http/see-other'
import { sourceOf } from '@/server/http/source'
import { password } from '@/server/merchant/create-merchant'
import { hasCode } from '@/server/model/errors'
import { runtime } from '@/server/runtime'
import { keepingDevice } from '@/server/user/device'
import { findReset, resetPassword } from '@/server/user/reset-password'

/** Sets the new password and uses up the reset link. */
export const POST = postedForm(async (form, { headers }) => {
  const key = form.get('key') ?? ''
  const chosen = password().safeParse(form.get('password'))
  if (!chosen.success)
    return seeOther(isPlausible(key) ? `/signin/reset/${key}?problem=password` : '/signin/forgot')
  const browser = { headers, cookies: [] as string[] }
  const source = sourceOf(headers)
  try {
    const { email = '' } = (await findReset(runtime(), key)) ?? {}
    await keepingDevice(runtime(), browser, {
      email,
      change: (device) => resetPassword(runtime(), { key, password: chosen.data, place: { source, device } }),
    })
  } catch (error) {
    // The link's page explains why it is no longer valid.
    if (hasCode(error, 'reset.spent')) {
      return seeOther(isPlausible(key) ? `/signin/reset/${key}` : '/signin/forgot')
    }
    throw error
  }
  const response = seeOther('/signin?news=password')
  for (const cookie of browser.cookies) response.headers.append('Set-Cookie', cookie)
  return response
})

export const GET = () => seeOther('/signin/forgot')

const isPlausible = (key: string) => /^[\w-]{1,200}$/.test(key)
