'use client'

import { Button, Menu, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '../../_parts/attempt'
import { inWords, useTRPC } from '../../_parts/calls'
import { Copied } from '../../_parts/copied'
import { Dialog } from '../../_parts/dialog'
import { Failed, Nothing } from '../../_parts/face'
import { Icon } from '../../_parts/icons'
import { Loading } from '../../_parts/list'
import { useMerchant } from '../../_parts/merchant'
import styles from './_parts/developers.module.css'
import { DevelopersHead } from './_parts/head'
import { EndKey, type KeyAct, RenameKey } from './key-acts'
import { type Key, NewKey } from './new-key'

/** The keys the merchant's systems use to call the API. */
export function Keys() {
  const { may } = useMerchant()
  const [making, setMaking] = useState(false)
  return (
    <>
      <DevelopersHead />
      {may('admin') ? (
        <>
          <div className={styles.above}>
            <p className={styles.soft}>
              A public key can be used in web pages: it can only make payments. A private key gives full
              access: keep it on your server.
            </p>
            <Button onClick={() => setMaking(true)}>Create key</Button>
          </div>
          <KeyList />
          {making && <MakeKey close={() => setMaking(false)} />}
        </>
      ) : (
        <Nothing title="You cannot view keys">
          <p>Admins and owners can. Ask one of them for a key or to change your role.</p>
        </Nothing>
      )}
    </>
  )
}

function KeyList() {
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery(trpc.key.list.queryOptions())
  const [act, setAct] = useState<{ key: Key; act: KeyAct }>()
  if (error) return <Failed what="Keys" error={error} retry={() => refetch()} />
  if (!data) return <Loading what="keys" />
  if (data.length === 0) {
    return (
      <Nothing title="No active keys">
        <p>Your systems need a key to call the API for this merchant.</p>
      </Nothing>
    )
  }
  return (
    <>
      <ul className={styles.keys}>
        {data.map((key) => (
          <KeyRow key={key.id} shown={key} choose={(chosen) => setAct({ key, act: chosen })} />
        ))}
      </ul>
      {act?.act === 'rename' && <RenameKey shown={act.key} close={() => setAct(undefined)} />}
      {act && act.act !== 'rename' && (
        <EndKey shown={act.key} act={act.act} close={() => setAct(undefined)} />
      )}
    </>
  )
}

function KeyRow({ shown, choose }: { shown: Key; choose: (act: KeyAct) => void }) {
  const { when, exactly } = useMerchant()
  const { name, kind, clear, created, lastUsed, expires } = shown
  return (
    <li>
      <div className={styles.name}>
        <strong>{name}</strong>
        <span className={styles.kind}>{kind}</span>
      </div>
      <div className={styles.clear}>
        {clear ? (
          <Copied text={clear} name={`the key ${name}`} />
        ) : (
          <code>sk_… (shown only when created)</code>
        )}
      </div>
      <p className={styles.soft}>
        <span title={exactly(created)}>Created {when(created)}</span> ·{' '}
        {lastUsed ? <span title={exactly(lastUsed)}>last used {when(lastUsed)}</span> : 'never used'}
        {expires && (
          <>
            {' · '}
            <strong title={exactly(expires)}>expires {when(expires)}</strong>
          </>
        )}
      </p>
      <Menu position="bottom-end" transitionProps={{ duration: 100 }}>
        <Menu.Target>
          <Button
            variant="subtle"
            size="compact-md"
            className={styles.more}
            aria-label={`Actions for ${name}`}
          >
            <Icon name="more" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => choose('rename')}>Rename</Menu.Item>
          <Menu.Item onClick={() => choose('roll')}>Roll key</Menu.Item>
          <Menu.Item onClick={() => choose('expire')}>Set expiry</Menu.Item>
          <Menu.Item color="red" onClick={() => choose('revoke')}>
            Revoke
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

function MakeKey({ close }: { close: () => void }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { attempt, again } = useAttempt()
  const make = useMutation(
    trpc.key.make.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.key.pathFilter()),
      onError: again,
    }),
  )
  if (make.data) {
    return (
      <NewKey title="Your new key" made={make.data} close={close}>
        Copy the key now and store it where your system can read it.
        {make.variables?.kind === 'private' && ' You will not be able to see it again.'}
      </NewKey>
    )
  }
  return (
    <Dialog title="Create key" close={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const name = String(form.get('name') ?? '').trim()
          const kind = form.get('kind') === 'public' ? 'public' : 'private'
          if (name) make.mutate({ name, kind, attempt })
        }}
      >
        <TextInput
          label="Name"
          name="name"
          description="Where the key is used, so that you recognise it"
          placeholder="Shop server"
          maxLength={60}
          required
          withAsterisk={false}
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
        {make.error && (
          <p role="alert" className={styles.problem}>
            {inWords(make.error)}
          </p>
        )}
        <Button type="submit" loading={make.isPending}>
          Create key
        </Button>
      </form>
    </Dialog>
  )
}
