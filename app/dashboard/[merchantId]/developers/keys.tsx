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

/** The keys by which the merchant's own systems call the interface. */
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
              A public key may stand in a page and can only pay. A private key opens everything: keep it on
              your server.
            </p>
            <Button onClick={() => setMaking(true)}>Make a key</Button>
          </div>
          <KeyList />
          {making && <MakeKey close={() => setMaking(false)} />}
        </>
      ) : (
        <Nothing title="Keys are for admins and owners">
          <p>Ask one of them for a key, or for another role.</p>
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
      <Nothing title="No key is in force">
        <p>Without a key nothing can call the interface for this merchant.</p>
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
        {clear ? <Copied text={clear} name={`the key ${name}`} /> : <code>sk_… shown when it was made</code>}
      </div>
      <p className={styles.soft}>
        <span title={exactly(created)}>Made {when(created)}</span> ·{' '}
        {lastUsed ? <span title={exactly(lastUsed)}>used {when(lastUsed)}</span> : 'never used'}
        {expires && (
          <>
            {' · '}
            <strong title={exactly(expires)}>ends {when(expires)}</strong>
          </>
        )}
      </p>
      <Menu position="bottom-end" transitionProps={{ duration: 100 }}>
        <Menu.Target>
          <Button
            variant="subtle"
            size="compact-md"
            className={styles.more}
            aria-label={`Change the key ${name}`}
          >
            <Icon name="more" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => choose('rename')}>Rename</Menu.Item>
          <Menu.Item onClick={() => choose('roll')}>Replace by a new key</Menu.Item>
          <Menu.Item onClick={() => choose('expire')}>Let it end later</Menu.Item>
          <Menu.Item color="red" onClick={() => choose('revoke')}>
            Revoke now
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
        Copy it now and put it where your system reads it.
        {make.variables?.kind === 'private' && ' It is shown this once, and nobody can show it again.'}
      </NewKey>
    )
  }
  return (
    <Dialog title="Make a key" close={close}>
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
          description="Where it is used, so that you know it again"
          placeholder="Shop server"
          maxLength={60}
          required
          withAsterisk={false}
          data-autofocus
        />
        <NativeSelect
          label="Kind"
          name="kind"
          data={[
            { value: 'private', label: 'Private: for your server' },
            { value: 'public', label: 'Public: for pages and apps' },
          ]}
        />
        {make.error && (
          <p role="alert" className={styles.problem}>
            {inWords(make.error)}
          </p>
        )}
        <Button type="submit" loading={make.isPending}>
          Make the key
        </Button>
      </form>
    </Dialog>
  )
}
