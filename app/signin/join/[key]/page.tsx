import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { SignOut } from '@/app/_parts/signin/sign-out'
import { browserSession } from '@/server/http/auth'
import { runtime } from '@/server/runtime'
import { type FoundInvitation, findInvitation } from '@/server/team/accept-invitation'
import { findUser } from '@/server/user/session'
import { SignInForm } from '../../../_parts/signin/form'
import { JoinAsNewUser } from '../../../_parts/signin/join-as-new-user'
import { Sheet } from '../../../_parts/signin/sheet'
import styles from '../../../_parts/signin/signin.module.css'

export const metadata: Metadata = { title: 'Join' }

const ended: Record<Exclude<FoundInvitation['state'], 'open'>, string> = {
  accepted: 'It has already been used. If that was you, sign in.',
  withdrawn: 'It was withdrawn.',
  expired: 'Invitations expire after 7 days.',
}

/** The page of an invitation link. Opening it changes nothing, because mail programs open links before people do. */
export default async function JoinPage({ params }: { params: Promise<{ key: string }> }) {
  const { key } = await params
  const found = await findInvitation(runtime(), key)
  if (found?.state !== 'open') {
    return (
      <Sheet title="This invitation is no longer valid">
        <p className={styles.about}>
          {found
            ? ended[found.state]
            : 'It may have been replaced by a newer invitation, or the link may be incomplete.'}{' '}
          Ask the person who invited you for a new invitation.
        </p>
        <a href="/signin" className={styles.action}>
          Sign in
        </a>
      </Sheet>
    )
  }
  const { merchant, invitation, isKnown } = found
  return (
    <Sheet title={`Join ${merchant.name}`}>
      <p className={styles.about}>
        You have been invited to join {merchant.name} in Kassa. Your role: {invitation.role}.
      </p>
      {isKnown ? (
        <Known invitationKey={key} found={found} />
      ) : (
        <JoinAsNewUser invitationKey={key} email={invitation.email} />
      )}
    </Sheet>
  )
}

async function Known({
  invitationKey,
  found,
}: {
  invitationKey: string
  found: FoundInvitation
}): Promise<ReactNode> {
  const { merchant, invitation } = found
  const user = await findUser(runtime(), await browserSession())
  if (!user) {
    return (
      <>
        <p className={styles.about}>Sign in to join.</p>
        <SignInForm to={`/signin/join/${invitationKey}`} email={invitation.email} />
        <a href="/signin/forgot" className={styles.way}>
          Forgot your password?
        </a>
      </>
    )
  }
  if (user.email !== invitation.email) {
    return (
      <>
        <p className={styles.about}>
          The invitation is for {invitation.email}, but you are signed in as {user.email}. Sign out, then sign
          in as {invitation.email} to join.
        </p>
        <SignOut to={`/signin/join/${invitationKey}`} />
      </>
    )
  }
  return (
    <form method="post" action="/signin/join/enter" className={styles.form}>
      <input type="hidden" name="key" value={invitationKey} />
      <button type="submit" className={styles.action}>
        Join {merchant.name}
      </button>
      <p className={styles.hint}>You are signed in as {user.email}.</p>
    </form>
  )
}
