'use client'

import { Button, Group, NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { Role } from '@/server/model/roles'
import { useTRPC } from '../../../_parts/calls'
import { Dialog } from '../../../_parts/dialog'
import { useMerchant } from '../../../_parts/merchant'
import { Outcome } from '../../../_parts/outcome'
import styles from '../../../_parts/settings.module.css'
import type { Member } from './member'
import { rolesFor } from './roles'

/** Asks before it gives a member another role: it holds from that moment on. */
export function ChangeRole({ member }: { member: Member }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const router = useRouter()
  const { may } = useMerchant()
  const [role, setRole] = useState<Role>()
  const change = useMutation(
    trpc.team.changeRole.mutationOptions({
      onSuccess: async () => {
        setRole(undefined)
        await queries.invalidateQueries()
        // It may have been one's own.
        router.refresh()
      },
    }),
  )
  const choices = rolesFor(may('owner'))
  return (
    <>
      <NativeSelect
        aria-label={`Role of ${member.email}`}
        value={member.role}
        data={choices}
        onChange={(event) => {
          change.reset()
          setRole(event.currentTarget.value as Role)
        }}
      />
      <Dialog opened={role !== undefined} close={() => setRole(undefined)} title="Change the role">
        <div className={styles.dialog}>
          <p>
            {member.email} is {member.role} now, and {role} from the moment you confirm. It can be changed
            back.
          </p>
          <Outcome error={change.error} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => setRole(undefined)}>
              Keep as {member.role}
            </Button>
            <Button
              loading={change.isPending}
              onClick={() => role && change.mutate({ id: member.userId, role })}
            >
              Change to {role}
            </Button>
          </Group>
        </div>
      </Dialog>
    </>
  )
}

/** Asks before it removes a member. */
export function Remove({ member, isYou }: { member: Member; isYou: boolean }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { name } = useMerchant()
  const [open, setOpen] = useState(false)
  const remove = useMutation(
    trpc.team.remove.mutationOptions({
      onSuccess: async () => {
        if (isYou) return window.location.assign('/dashboard')
        setOpen(false)
        await queries.invalidateQueries(trpc.team.list.queryFilter())
      },
    }),
  )
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          remove.reset()
          setOpen(true)
        }}
        aria-label={isYou ? 'Leave' : `Remove ${member.email}`}
      >
        {isYou ? 'Leave' : 'Remove'}
      </Button>
      <Dialog
        opened={open}
        close={() => setOpen(false)}
        title={isYou ? `Leave ${name}` : `Remove ${member.email}`}
      >
        <div className={styles.dialog}>
          <p>
            {isYou ? 'You lose' : `${member.email} loses`} access to {name} at once, in every browser, and
            open invitations by {isYou ? 'you' : 'them'} work no more. To come back takes an invitation.
          </p>
          <Outcome error={remove.error} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => setOpen(false)}>
              {isYou ? 'Stay' : 'Keep'}
            </Button>
            <Button loading={remove.isPending} onClick={() => remove.mutate({ id: member.userId })}>
              {isYou ? `Leave ${name}` : `Remove ${member.email}`}
            </Button>
          </Group>
        </div>
      </Dialog>
    </>
  )
}
