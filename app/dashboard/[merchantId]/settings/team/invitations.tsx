'use client'

import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { Moment, Section } from '../../../_parts/detail'
import detail from '../../../_parts/detail.module.css'
import { Outcome } from '../../../_parts/form'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import styles from '../../../_parts/settings.module.css'
import { useToast } from '../../../_parts/toast'
import { linkHint } from './invite'
import { roleNames } from './roles'

type Invitation = Outputs['team']['list']['invitations'][number]

/** The open invitations. */
export function Invitations({ invitations }: { invitations: Invitation[] }) {
  const { may } = useMerchant()
  if (!may('admin')) return null
  return (
    <Section title="Invitations" className={detail.section}>
      {invitations.length === 0 ? (
        <p className={detail.about}>No open invitations.</p>
      ) : (
        <ul className={styles.rows} aria-label="Invitations">
          {invitations.map((invitation) => (
            <Row key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Row({ invitation }: { invitation: Invitation }) {
  const trpc = useTRPC()
  const { when, may, sendsMail } = useMerchant()
  const toast = useToast()
  const { id, email, role, created, expires, expired } = invitation
  const resend = useMutation(
    trpc.team.resend.mutationOptions({
      onSuccess: () =>
        toast({
          text: sendsMail
            ? `Invitation sent to ${email} again, with a new link`
            : `The invitation has a new link. ${linkHint(email)}`,
        }),
    }),
  )
  const withdraw = useMutation(
    trpc.team.withdraw.mutationOptions({
      onSuccess: () => toast({ text: `Invitation to ${email} withdrawn` }),
    }),
  )
  return (
    <li>
      <span className={styles.who}>
        <strong>{email}</strong>
        <span className={detail.soft}>
          {roleNames[role]} · {sendsMail ? 'sent' : 'created'} <Moment at={created} />
          {expired ? ' · expired' : ` · valid until ${when(expires)}`}
        </span>
        {!sendsMail && !expired && <span className={detail.soft}>Not sent. {linkHint(email)}</span>}
        <Outcome error={resend.error ?? withdraw.error} />
      </span>
      {(role !== 'owner' || may('owner')) && (
        <Group gap={8}>
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
        </Group>
      )}
    </li>
  )
}
