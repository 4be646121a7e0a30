import type { Metadata } from 'next'
import { runtime } from '@/server/runtime'
import { findReset } from '@/server/user/reset-password'
import { NewPassword } from '../../../_parts/signin/new-password'
import { Sheet } from '../../../_parts/signin/sheet'
import styles from '../../../_parts/signin/signin.module.css'

export const metadata: Metadata = { title: 'Choose a new password' }

/** The page of a reset link. Opening it changes nothing, because mail programs open links before people do. */
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
      <Sheet title="This link is no longer valid">
        <p className={styles.about}>
          A link works once, expires after one hour and stops working when the password is changed. The link
          may also be incomplete.
        </p>
        <a href="/signin/forgot" className={styles.action}>
          Get a new link
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
          Change password
        </button>
      </form>
      <p className={styles.hint}>You will be signed out on all devices.</p>
    </Sheet>
  )
}
