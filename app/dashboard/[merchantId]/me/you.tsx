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

/** How whoever has signed in does so. */
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
        <p className={styles.about}>You sign in as {me.data.email}, whichever merchant you work for.</p>
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
        Ends every session of yours, this one included: on a device that you lost, say. Sessions end by
        themselves 12 hours after signing in.
      </p>
      <Button variant="default" mt={16} loading={everywhere.isPending} onClick={() => everywhere.mutate()}>
        Sign out on every device
      </Button>
      <Outcome error={everywhere.error} />
    </section>
  )
}
