import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Notice } from '@/app/_parts/notice'
import { browserSession } from '@/server/http/auth'
import { runtime } from '@/server/runtime'
import { findUser, membershipsOf } from '@/server/user/session'
import { SignOut } from './_parts/sign-out'

export const metadata: Metadata = { title: 'No merchant' }

/** Redirects to the signed-in user's first merchant. */
export default async function DashboardPage() {
  const { db, clock } = runtime()
  const user = await findUser({ db, clock }, await browserSession())
  if (!user) redirect('/signin')
  const [first] = await membershipsOf(db, user.id)
  if (first) redirect(`/dashboard/${first.merchant.id}`)
  return (
    <Notice title="You are not a member of any merchant" actions={<SignOut />}>
      <p>
        You are signed in as {user.email}. Ask a merchant’s owner to invite you, or sign in with another
        account.
      </p>
    </Notice>
  )
}
