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

/** Changes a member's role after confirmation. */
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
        // The role may be the signed-in user's own.
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
      <Dialog opened={role !== undefined} close={() => setRole(undefined)} title="Change role">
        <div className={styles.dialog}>
          <p>
            The role of {member.email} changes from {member.role} to {role} immediately. You can change it
            back later.
          </p>
          <Outcome error={change.error} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => setRole(undefined)}>
              Cancel
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

/** Removes a member after confirmation. */
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
            {isYou ? 'You lose' : `${member.email} loses`} access to {name} immediately on all devices. Open
            invitations sent by {isYou ? 'you' : 'them'} stop working. Rejoining requires a new invitation.
          </p>
          <Outcome error={remove.error} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
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
