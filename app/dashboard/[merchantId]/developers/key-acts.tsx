'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '../../_parts/attempt'
import { inWords, useTRPC } from '../../_parts/calls'
import { Dialog } from '../../_parts/dialog'
import { useMerchant } from '../../_parts/merchant'
import styles from './_parts/developers.module.css'
import { type Key, NewKey } from './new-key'

export type KeyAct = 'rename' | 'roll' | 'expire' | 'revoke'

export function RenameKey({ shown, close }: { shown: Key; close: () => void }) {
  const trpc = useTRPC()
  const again = useAgain(close)
  const rename = useMutation(trpc.key.rename.mutationOptions(again))
  return (
    <Dialog title={`Rename ${shown.name}`} close={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
          if (name) rename.mutate({ id: shown.id, name })
        }}
      >
        <TextInput
          label="Name"
          name="name"
          defaultValue={shown.name}
          maxLength={60}
          required
          data-autofocus
        />
        <Problem error={rename.error} />
        <Button type="submit" loading={rename.isPending}>
          Rename
        </Button>
      </form>
    </Dialog>
  )
}

const titles = { roll: 'Roll', expire: 'Set expiry of', revoke: 'Revoke' } as const

/** Ends a key: now, later, or later with a new key to replace it. */
export function EndKey({
  shown,
  act,
  close,
}: {
  shown: Key
  act: Exclude<KeyAct, 'rename'>
  close: () => void
}) {
  const trpc = useTRPC()
  const { when } = useMerchant()
  const again = useAgain(close)
  const [hours, setHours] = useState('24')
  const { attempt, again: another } = useAttempt()
  const roll = useMutation(
    trpc.key.roll.mutationOptions({ onSuccess: useAgain().onSuccess, onError: another }),
  )
  const expire = useMutation(trpc.key.expire.mutationOptions(again))
  const revoke = useMutation(trpc.key.revoke.mutationOptions(again))
  if (roll.data) {
    return (
      <NewKey title={`Your new key ${shown.name}`} made={roll.data} close={close}>
        Copy the key now and use it in place of the old one, which works until {when(roll.data.oldUntil)}.
      </NewKey>
    )
  }
  const asked = { id: shown.id, hours: Number(hours) }
  const doIt = {
    roll: () => roll.mutate({ ...asked, attempt }),
    expire: () => expire.mutate(asked),
    revoke: () => revoke.mutate({ id: shown.id }),
  }
  return (
    <Dialog title={`${titles[act]} ${shown.name}`} close={close}>
      <div className={styles.form}>
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
              ...(act === 'roll' ? [{ value: '0', label: 'No longer: expires now' }] : []),
              { value: '1', label: '1 more hour' },
              { value: '24', label: '24 more hours' },
              { value: '168', label: '7 more days' },
              { value: '720', label: '30 more days' },
            ]}
          />
        )}
        <Problem error={roll.error ?? expire.error ?? revoke.error} />
        <Button
          {...(act === 'revoke' && { color: 'red' })}
          loading={roll.isPending || expire.isPending || revoke.isPending}
          onClick={doIt[act]}
        >
          {act === 'roll' ? 'Create new key' : act === 'expire' ? 'Set expiry' : 'Revoke key'}
        </Button>
      </div>
    </Dialog>
  )
}

const Problem = ({ error }: { error: unknown }) =>
  error ? (
    <p role="alert" className={styles.problem}>
      {inWords(error)}
    </p>
  ) : null

function useAgain(close?: () => void) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  return {
    onSuccess: () => {
      close?.()
      return queries.invalidateQueries(trpc.key.pathFilter())
    },
  }
}
