'use client'

import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { mayActAs, type Role } from '@/server/model/roles'
import { useTRPC } from '../../../_parts/calls'
import { DialogButton, FormDialog } from '../../../_parts/form-dialog'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { rolesFor, whoChangesBack } from './roles'

export interface MemberProps {
  member: Outputs['team']['list']['members'][number]
  isYou: boolean
}

/** Changes a member's role after confirmation. */
export function ChangeRole({ member: { userId, email, role: current }, isYou }: MemberProps) {
  const router = useRouter()
  const { may } = useMerchant()
  const [role, setRole] = useState<Role>()
  const close = () => setRole(undefined)
  const change = useMutation(
    useTRPC().team.changeRole.mutationOptions({
      onSuccess: () => {
        close()
        // The role may be the signed-in user's own.
        router.refresh()
      },
    }),
  )
  return (
    <>
      <NativeSelect
        aria-label={`Role of ${email}`}
        value={current}
        data={rolesFor(may('owner'))}
        onChange={(event) => {
          change.reset()
          setRole(event.currentTarget.value as Role)
        }}
      />
      {role && (
        <FormDialog
          title="Change role"
          close={close}
          act={`Change to ${role}`}
          mutation={change}
          submit={() => change.mutate({ id: userId, role, expected: current })}
        >
          <p>
            {isYou ? 'Your role' : `The role of ${email}`} changes from {current} to {role} immediately.{' '}
            {whoChangesBack(current, isYou)}
          </p>
        </FormDialog>
      )}
    </>
  )
}

/** Removes a member after confirmation; you leave. */
export const RemoveMember = (props: MemberProps) => (
  <DialogButton
    aria-label={props.isYou ? 'Leave' : `Remove ${props.member.email}`}
    dialog={(close) => <RemoveDialog {...props} close={close} />}
  >
    {props.isYou ? 'Leave' : 'Remove'}
  </DialogButton>
)

function RemoveDialog({ member, isYou, close }: MemberProps & { close: () => void }) {
  const { name, base } = useMerchant()
  const { team } = useTRPC()
  const remove = useMutation(team.remove.mutationOptions({ onSuccess: close }))
  const leave = useMutation(
    team.leave.mutationOptions({
      meta: { leavesPage: true },
      onSuccess: () => window.location.assign('/dashboard'),
    }),
  )
  const title = isYou ? `Leave ${name}` : `Remove ${member.email}`
  return (
    <FormDialog
      title={title}
      close={close}
      act={title}
      mutation={isYou ? leave : remove}
      submit={() => (isYou ? leave.mutate() : remove.mutate({ id: member.userId }))}
    >
      <p>
        {isYou ? 'You lose' : `${member.email} loses`} access to {name} immediately on all devices. Open
        invitations sent by {isYou ? 'you' : 'them'} stop working. Rejoining requires a new invitation.
      </p>
      {mayActAs(member.role, 'admin') && (
        <p>
          Private API keys that {isYou ? 'you' : 'they'} know keep working until they are rolled under{' '}
          <Link href={`${base}/developers`}>Developers</Link>.
        </p>
      )}
    </FormDialog>
  )
}
