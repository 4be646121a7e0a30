import type { Metadata } from 'next'
import { runtime } from '@/server/runtime'
import { findReset } from '@/server/user/reset'
import { NewPassword } from '../../../_parts/signin/new-password'
import { Sheet } from '../../../_parts/signin/sheet'
import styles from '../../../_parts/signin/signin.module.css'

export const metadata: Metadata = { title: 'Choose a new password' }

/** Where the mailed link leads. Looking at it changes nothing: mail programs look at links before people do. */
export default async function ResetPage({
  params,
  searchParams,
}: {
  params: Promise<{ key: string }>
  searchParams: Promise<{ problem?: string | string[] }>
}) {
  const { key } = await params
  const { problem } = await searchParams
  const found = await findReset(runtime(), key)
  if (!found) {
    return (
      <Sheet title="This link works no more">
        <p className={styles.about}>
          It works once, for one hour, and not after a newer change of the password. Part of its address may
          have been lost on the way, too.
        </p>
        <a href="/signin/forgot" className={styles.action}>
          Send me a new link
        </a>
      </Sheet>
    )
  }
  return (
    <Sheet title="Choose a new password">
      <form method="post" action="/signin/reset/choose" className={styles.form}>
        <input type="hidden" name="key" value={key} />
        <NewPassword email={found.email} problem={problem !== undefined} />
        <button type="submit" className={styles.action}>
          Change the password
        </button>
      </form>
      <p className={styles.hint}>Every browser that is signed in as you is signed out.</p>
    </Sheet>
  )
}
