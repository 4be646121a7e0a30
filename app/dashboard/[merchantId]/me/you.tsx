'use client'

import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../_parts/calls'
import { Section } from '../../_parts/detail'
import detail from '../../_parts/detail.module.css'
import { Outcome } from '../../_parts/form'
import { leave } from '../../_parts/leave'
import { QueryState } from '../../_parts/query-state'
import styles from '../../_parts/settings.module.css'
import { FormSkeleton } from '../../_parts/skeletons'
import { ChangePassword } from './change-password'
import { SecondFactor } from './second-factor'

/** The signed-in user's password, two-step sign-in and sessions. */
export function You() {
  const trpc = useTRPC()
  const me = useQuery(trpc.user.me.queryOptions())
  const factor = useQuery(trpc.user.factor.queryOptions())
  return (
    <div className={styles.page}>
      <h1>Your sign-in</h1>
      {me.data ? (
        <p className={detail.about}>You sign in as {me.data.email} for all your merchants.</p>
      ) : (
        <Skeleton height={20} mt={4} />
      )}
      <Section title="Two-step sign-in" className={detail.section}>
        <QueryState what="Two-step sign-in" query={factor} loading={80}>
          {(data) => <SecondFactor factor={data} />}
        </QueryState>
      </Section>
      <Section title="Password" className={detail.section}>
        <QueryState what="Your sign-in" query={me} loading={<FormSkeleton what="Your sign-in" fields={3} />}>
          {({ email }) => <ChangePassword email={email} />}
        </QueryState>
      </Section>
      <SignOutEverywhere />
    </div>
  )
}

function SignOutEverywhere() {
  const everywhere = useMutation(
    useTRPC().user.signOutEverywhere.mutationOptions({
      meta: { leavesPage: true },
      onSuccess: () => leave(),
    }),
  )
  return (
    <Section title="Sign out everywhere" className={detail.section}>
      <p className={detail.about}>
        Ends all your sessions, including this one. Use this if you have lost a device, for example. Sessions
        end automatically after 12 hours.
      </p>
      <Button variant="default" mt={16} loading={everywhere.isPending} onClick={() => everywhere.mutate()}>
        Sign out on all devices
      </Button>
      <Outcome error={everywhere.error} />
    </Section>
  )
}
