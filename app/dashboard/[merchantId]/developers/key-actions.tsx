'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTRPC } from '../../_parts/calls'
import { ShownOnce } from '../../_parts/copied'
import { fieldErrorOf } from '../../_parts/flaws'
import { FormDialog } from '../../_parts/form-dialog'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { useAttempt } from '../../_parts/use-attempt'

export type Key = Outputs['key']['list'][number]
export type KeyAction = 'rename' | 'roll' | 'expire' | 'revoke'

export function CreateKey({ close }: { close: () => void }) {
  const trpc = useTRPC()
  const { attempt, again } = useAttempt()
  const create = useMutation(trpc.key.create.mutationOptions({ onError: again }))
  return (
    <FormDialog
      title={create.data ? 'Your new key' : 'Create key'}
      close={close}
      act="Create key"
      mutation={create}
      fields={['name']}
      submit={(text) => {
        const kind = text('kind') === 'public' ? 'public' : 'private'
        create.mutate({ name: text('name'), kind, attempt: attempt() })
      }}
      result={
        create.data && (
          <NewKey text={create.data.key} close={close}>
            Copy the key now and store it where your system can read it.
            {create.variables?.kind === 'private' && ' You will not be able to see it again.'}
          </NewKey>
        )
      }
    >
      <TextInput
        label="Name"
        name="name"
        description="Where the key is used, so that you recognise it"
        placeholder="Shop server"
        maxLength={60}
        error={fieldErrorOf(create.error)('name')}
        data-autofocus
      />
      <NativeSelect
        label="Type"
        name="kind"
        data={[
          { value: 'private', label: 'Private, for your server' },
          { value: 'public', label: 'Public, for web pages and apps' },
        ]}
      />
    </FormDialog>
  )
}

const NewKey = ({ text, close, children }: { text: string; close: () => void; children: ReactNode }) => (
  <>
    <p>{children}</p>
    <ShownOnce text={text} name="the key" close={close} />
  </>
)

interface KeyActProps {
  shown: Key
  close: () => void
}

export function RenameKey({ shown, close }: KeyActProps) {
  const trpc = useTRPC()
  const rename = useMutation(trpc.key.rename.mutationOptions({ onSuccess: close }))
  return (
    <FormDialog
      title={`Rename ${shown.name}`}
      close={close}
      act="Rename"
      mutation={rename}
      fields={['name']}
      submit={(text) => rename.mutate({ id: shown.id, name: text('name') })}
    >
      <TextInput
        label="Name"
        name="name"
        defaultValue={shown.name}
        maxLength={60}
        error={fieldErrorOf(rename.error)('name')}
        data-autofocus
      />
    </FormDialog>
  )
}

const texts = {
  roll: { title: 'Roll', act: 'Create new key' },
  expire: { title: 'Set expiry of', act: 'Set expiry' },
  revoke: { title: 'Revoke', act: 'Revoke key' },
} as const

/**
 * Returns a function that removes an ended key from the list, so that its actions cannot be used until the list is read
 * again.
 */
function useRemoveFromList() {
  const queries = useQueryClient()
  const { queryKey } = useTRPC().key.list.queryOptions()
  return (id: string) => {
    queries.setQueryData(queryKey, (keys) => keys?.filter((key) => key.id !== id))
  }
}

/** Ends a key: now, later, or later with a new key to replace it. */
export function EndKey({ shown, act, close }: KeyActProps & { act: Exclude<KeyAction, 'rename'> }) {
  const trpc = useTRPC()
  const { when } = useMerchant()
  const { attempt, again } = useAttempt()
  const removeFromList = useRemoveFromList()
  const roll = useMutation(
    trpc.key.roll.mutationOptions({
      onError: again,
      onSuccess: (_rolled, { id, hours }) => hours === 0 && removeFromList(id),
    }),
  )
  const expire = useMutation(trpc.key.expire.mutationOptions({ onSuccess: close }))
  const revoke = useMutation(
    trpc.key.revoke.mutationOptions({
      onSuccess: (_revoked, { id }) => {
        removeFromList(id)
        close()
      },
    }),
  )
  const [hours, setHours] = useState('24')
  const input = { id: shown.id, hours: Number(hours) }
  const submit = {
    roll: () => roll.mutate({ ...input, attempt: attempt() }),
    expire: () => expire.mutate(input),
    revoke: () => revoke.mutate({ id: shown.id }),
  }
  return (
    <FormDialog
      title={roll.data ? `New key for ${shown.name}` : `${texts[act].title} ${shown.name}`}
      close={close}
      act={texts[act].act}
      color={act === 'revoke' ? 'red' : undefined}
      mutation={{ roll, expire, revoke }[act]}
      submit={submit[act]}
      result={
        roll.data && (
          <NewKey text={roll.data.key} close={close}>
            Copy the key now and use it in place of the old one, which works until {when(roll.data.oldUntil)}.
          </NewKey>
        )
      }
    >
      {act === 'revoke' ? (
        <p>
          Requests with this key will be refused immediately. This cannot be undone.
          {shown.lastUsed && ` It was last used ${when(shown.lastUsed)}.`}
        </p>
      ) : (
        <NativeSelect
          label="The current key works for"
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
          data={[
            ...(act === 'roll' ? [{ value: '0', label: 'Expires now' }] : []),
            { value: '1', label: '1 more hour' },
            { value: '24', label: '24 more hours' },
            { value: '168', label: '7 more days' },
            { value: '720', label: '30 more days' },
          ]}
        />
      )}
    </FormDialog>
  )
}
