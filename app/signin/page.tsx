import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { config } from '@/server/config/config'
import { isLoopback } from '@/server/mail/has-outbox'
import { runtime } from '@/server/runtime'
import { browserSession } from '@/server/user/auth'
import { findUser } from '@/server/user/session'
import { demoFile } from '../_parts/demo-file'
import { Mark } from '../_parts/mark'
import { SignInForm } from './form'
import styles from './signin.module.css'
import { wayOn } from './way-on'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const to = wayOn((await searchParams).to)
  if (await findUser(runtime(), await browserSession())) redirect(to)
  const demo = isLoopback(new URL(config().baseUrl).host) ? demoFile() : undefined
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <a href="/" className={styles.brand}>
          <Mark /> Kassa
        </a>
        <h1>Sign in</h1>
        <SignInForm to={to} />
        {demo && (
          <p className={styles.hint}>
            The e-mail address and password of the demo merchant are in <code>{demo}</code> on the machine
            that runs Kassa.
          </p>
        )}
      </main>
    </div>
  )
}
