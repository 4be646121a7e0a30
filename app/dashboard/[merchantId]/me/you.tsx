'use client'

import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../_parts/calls'
import { Failed } from '../../_parts/face'
import { leave } from '../../_parts/leave'
import { Outcome } from '../../_parts/outcome'
import styles from '../../_parts/settings.module.css'
import { ChangePassword } from './change-password'
import { SecondFactor } from './second-factor'

/** The signed-in user's password, two-step sign-in and sessions. */
export function You() {
  const trpc = useTRPC()
  const me = useQuery(trpc.user.me.queryOptions())
  const factor = useQuery(trpc.user.factor.queryOptions())
  const error = me.error ?? factor.error
  if (error && !(me.data && factor.data)) {
    const retry = () => void Promise.all([me.refetch(), factor.refetch()])
    return <Failed what="Your sign-in" error={error} retry={retry} whole />
  }
  return (
    <div className={styles.page}>
      <h1>Your sign-in</h1>
      {me.data ? (
        <p className={styles.about}>You sign in as {me.data.email} for all your merchants.</p>
      ) : (
        <Skeleton height={20} mt={4} />
      )}
      <section className={styles.section} aria-labelledby="two-step">
        <h2 id="two-step">Two-step sign-in</h2>
        {factor.data ? <SecondFactor factor={factor.data} /> : <Skeleton height={80} />}
      </section>
      <section className={styles.section} aria-labelledby="password-heading">
        <h2 id="password-heading">Password</h2>
        {me.data ? <ChangePassword email={me.data.email} /> : <Skeleton height={240} />}
      </section>
      <SignOutEverywhere />
    </div>
  )
}

function SignOutEverywhere() {
  const trpc = useTRPC()
  const everywhere = useMutation(trpc.user.signOutEverywhere.mutationOptions({ onSuccess: () => leave() }))
  return (
    <section className={styles.section} aria-labelledby="everywhere">
      <h2 id="everywhere">Sign out everywhere</h2>
      <p className={styles.about}>
        Ends all your sessions, including this one. Use this if you have lost a device, for example. Sessions
        end automatically after 12 hours.
      </p>
      <Button variant="default" mt={16} loading={everywhere.isPending} onClick={() => everywhere.mutate()}>
        Sign out on all devices
      </Button>
      <Outcome error={everywhere.error} />
    </section>
  )
}
