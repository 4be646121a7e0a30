'use client'

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { Moment } from '../../../_parts/facts'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { Outcome } from '../../../_parts/outcome'
import styles from '../../../_parts/settings.module.css'

type Invitation = Outputs['team']['list']['invitations'][number]

/** The open invitations. */
export function Invitations({ invitations }: { invitations: Invitation[] }) {
  const { may } = useMerchant()
  if (!may('admin')) return null
  return (
    <section className={styles.section} aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      {invitations.length === 0 ? (
        <p className={styles.about}>No open invitations.</p>
      ) : (
        <ul className={styles.rows} aria-labelledby="invitations">
          {invitations.map((invitation) => (
            <Row key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ invitation }: { invitation: Invitation }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { when, may } = useMerchant()
  const onSuccess = () => queries.invalidateQueries(trpc.team.list.queryFilter())
  const resend = useMutation(trpc.team.resend.mutationOptions({ onSuccess }))
  const withdraw = useMutation(trpc.team.withdraw.mutationOptions({ onSuccess }))
  const { id, email, role, created, expires, expired } = invitation
  return (
    <li>
      <span className={styles.who}>
        <strong>{email}</strong>
        <span className={styles.soft}>
          {role} · sent <Moment at={created} />
          {expired ? ' · expired' : ` · valid until ${when(expires)}`}
        </span>
        <Outcome
          error={resend.error ?? withdraw.error}
          done={resend.isSuccess ? 'Sent again with a new link.' : undefined}
        />
      </span>
      {(role !== 'owner' || may('owner')) && (
        <span className={styles.acts}>
          <Button
            variant="default"
            loading={resend.isPending}
            onClick={() => {
              withdraw.reset()
              resend.mutate({ id })
            }}
            aria-label={`Resend the invitation to ${email}`}
          >
            Resend
          </Button>
          <Button
            variant="default"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate({ id })}
            aria-label={`Withdraw the invitation to ${email}`}
          >
            Withdraw
          </Button>
        </span>
      )}
    </li>
  )
}
