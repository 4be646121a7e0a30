import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { config } from '@/server/core/config/config'
import { isLoopback } from '@/server/core/has-outbox'
import { browserSession } from '@/server/http/auth'
import { runtime } from '@/server/runtime'
import { hasUsers } from '@/server/team/start-merchant'
import { findUser } from '@/server/user/session'
import { demoFile } from '../_parts/demo-file'
import { SignInForm } from '../_parts/signin/form'
import { Sheet } from '../_parts/signin/sheet'
import styles from '../_parts/signin/signin.module.css'
import { returnPathAfterSignIn } from './return-path'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const { to: given, news } = await searchParams
  const to = returnPathAfterSignIn(given)
  if (!(await hasUsers(runtime().db))) redirect('/start')
  if (await findUser(runtime(), await browserSession())) redirect(to)
  const demo = isLoopback(new URL(config().baseUrl).host) ? demoFile() : undefined
  return (
    <Sheet title="Sign in">
      {news === 'password' && (
        <p role="status" className={styles.news}>
          Your password has been changed, and you have been signed out on all devices. Sign in with the new
          password.
        </p>
      )}
      <SignInForm to={to} />
      <a href="/signin/forgot" className={styles.way}>
        Forgot your password?
      </a>
      {demo && (
        <p className={styles.hint}>
          You will find the demo merchant’s e-mail address and password in <code>{demo}</code> on the machine
          that runs Kassa.
        </p>
      )}
    </Sheet>
  )
}
