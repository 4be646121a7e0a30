'use client'

import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '@/server/model/roles'
import { useTRPC } from '../../../_parts/calls'
import { Dialog } from '../../../_parts/dialog'
import { wrongWith } from '../../../_parts/flaws'
import { useMerchant } from '../../../_parts/merchant'
import { Outcome } from '../../../_parts/outcome'
import styles from '../../../_parts/settings.module.css'
import { rolesFor } from './roles'

/** Invites a member by e-mail. */
export function Invite() {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { may, name } = useMerchant()
  const [open, setOpen] = useState(false)
  const invite = useMutation(
    trpc.team.invite.mutationOptions({
      onSuccess: async () => {
        setOpen(false)
        await queries.invalidateQueries(trpc.team.list.queryFilter())
      },
    }),
  )
  return (
    <>
      <Button
        onClick={() => {
          invite.reset()
          setOpen(true)
        }}
      >
        Invite member
      </Button>
      <Dialog opened={open} close={() => setOpen(false)} title={`Invite member to ${name}`}>
        <form
          noValidate
          className={styles.dialog}
          onSubmit={(event) => {
            event.preventDefault()
            const given = new FormData(event.currentTarget)
            invite.mutate({ email: String(given.get('email')).trim(), role: given.get('role') as Role })
          }}
        >
          <TextInput
            label="E-mail address"
            name="email"
            type="email"
            maxLength={320}
            error={wrongWith(invite.error)('email')}
            data-autofocus
          />
          <NativeSelect label="Role" name="role" data={rolesFor(may('owner'))} defaultValue="support" />
          <p>
            We will send an e-mail with a link that works once and expires after 7 days. You can withdraw the
            invitation until it is accepted.
          </p>
          <Outcome error={invite.error} fields={['email']} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" loading={invite.isPending}>
              Send invitation
            </Button>
          </Group>
        </form>
      </Dialog>
    </>
  )
}
