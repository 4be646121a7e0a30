'use client'

import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '../../_parts/calls'
import { Chip } from '../../_parts/chip'
import { Copied } from '../../_parts/copied'
import detail from '../../_parts/detail.module.css'
import { DialogButton } from '../../_parts/form-dialog'
import { Icon } from '../../_parts/icons'
import { Loading } from '../../_parts/loading-rows'
import { useMerchant } from '../../_parts/merchant'
import { Message, QueryState } from '../../_parts/query-state'
import styles from './_parts/developers.module.css'
import { DevelopersHead } from './_parts/developers-head'
import { CreateKey, EndKey, type Key, type KeyAction, RenameKey } from './key-actions'

/** The keys the merchant's systems use to call the API. */
export function Keys() {
  const { may } = useMerchant()
  return (
    <>
      <DevelopersHead />
      {may('admin') ? (
        <>
          <div className={styles.above}>
            <p className={detail.about}>
              A public key can be used in web pages: it creates card tokens, accounts and orders, adds cards
              to accounts, and cannot read anything. A private key gives full access: keep it on your server.
            </p>
            <DialogButton variant="filled" asked="create-key" dialog={(close) => <CreateKey close={close} />}>
              Create key
            </DialogButton>
          </div>
          <KeyList />
        </>
      ) : (
        <Message title="You cannot view keys">
          <p>Admins and owners can. Ask one of them for a key or to change your role.</p>
        </Message>
      )}
    </>
  )
}

function KeyList() {
  // Not in the row, which disappears when its key is replaced.
  const [chosen, setChosen] = useState<{ key: Key; act: KeyAction }>()
  const close = () => setChosen(undefined)
  const query = useQuery(useTRPC().key.list.queryOptions())
  return (
    <>
      <QueryState what="Keys" query={query} loading={<Loading what="Keys" />}>
        {(keys) =>
          keys.length === 0 ? (
            <Message title="No active keys">
              <p>Your systems need a key to call the API for this merchant.</p>
            </Message>
          ) : (
            <ul className={styles.keys}>
              {keys.map((key) => (
                <KeyRow key={key.id} shown={key} choose={(act) => setChosen({ key, act })} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {chosen?.act === 'rename' && <RenameKey shown={chosen.key} close={close} />}
      {chosen && chosen.act !== 'rename' && <EndKey shown={chosen.key} act={chosen.act} close={close} />}
    </>
  )
}

function KeyRow({ shown, choose }: { shown: Key; choose: (act: KeyAction) => void }) {
  const { when, exactly } = useMerchant()
  const { name, kind, clear, ending, created, lastUsed, expires } = shown
  return (
    <li>
      <div className={styles.name}>
        <strong>{name}</strong>
        <Chip state={kind} />
      </div>
      <div className={styles.clear}>
        {clear ? (
          <Copied text={clear} name={`the key ${name}`} />
        ) : (
          <code title="The whole key was shown when it was created">
            {ending ? `sk_…${ending}` : 'sk_… (shown only when created)'}
          </code>
        )}
      </div>
      <p className={detail.soft}>
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
