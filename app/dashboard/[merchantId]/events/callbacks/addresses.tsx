'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { inWords, useTRPC } from '../../../_parts/calls'
import { ShownOnce } from '../../../_parts/copied'
import { Dialog } from '../../../_parts/dialog'
import { Failed } from '../../../_parts/face'
import { Loading } from '../../../_parts/list'
import { useMerchant } from '../../../_parts/merchant'
import styles from '../../_parts/callbacks.module.css'

/** The merchant's callback addresses for all events, and the signing secret. */
export function Addresses() {
  const trpc = useTRPC()
  const { base, may, when } = useMerchant()
  const router = useRouter()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(trpc.callback.settings.queryOptions())
  const again = { onSuccess: () => queries.invalidateQueries(trpc.callback.settings.queryFilter()) }
  const add = useMutation(trpc.callback.addAddress.mutationOptions(again))
  const test = useMutation(
    trpc.callback.test.mutationOptions({
      onSuccess: ({ id }) => router.push(`${base}/events/callbacks/${id}`),
    }),
  )
  if (error && !data) return <Failed what="Callback addresses" error={error} retry={() => refetch()} />
  if (!data) return <Loading what="callback addresses" rows={2} />
  const [secret, previous] = data.secrets
  return (
    <div className={styles.settings}>
      <section aria-labelledby="addresses">
        <h2 id="addresses">Callback address for all events</h2>
        {data.addresses.length === 0 && (
          <p className={styles.soft}>
            No address yet. Kassa sends every event of this merchant to the addresses you add here, signed,
            and retries for three days until the address responds.{' '}
            <a href="/docs#callbacks">How to receive callbacks</a>
          </p>
        )}
        <ul className={styles.addresses}>
          {data.addresses.map((url) => (
            <li key={url}>
              <code>{url}</code>
              {may('admin') && (
                <span>
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={test.isPending && test.variables?.url === url}
                    onClick={() => test.mutate({ url })}
                  >
                    Send test
                  </Button>
                  <Remove url={url} />
                </span>
              )}
            </li>
          ))}
        </ul>
        {may('admin') && (
          <form
            key={data.addresses.length}
            className={styles.add}
            onSubmit={(event) => {
              event.preventDefault()
              const url = String(new FormData(event.currentTarget).get('url') ?? '').trim()
              if (url) add.mutate({ url })
            }}
          >
            <TextInput
              label="New address"
              name="url"
              type="url"
              placeholder="https://shop.example/callbacks"
              maxLength={2000}
              error={add.error && inWords(add.error)}
            />
            <Button type="submit" variant="default" loading={add.isPending}>
              Add
            </Button>
          </form>
        )}
        {test.error && (
          <p role="alert" className={styles.problem}>
            {inWords(test.error)}
          </p>
        )}
      </section>
      <section aria-labelledby="secret">
        <h2 id="secret">Signing secret</h2>
        <p className={styles.soft}>
          {secret && `In use since ${when(secret.created)}. `}
          {previous?.expires && `The previous secret also signs callbacks until ${when(previous.expires)}.`}
        </p>
        {may('admin') && <Roll />}
      </section>
    </div>
  )
}

/** Removes a callback address after confirmation. */
function Remove({ url }: { url: string }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const remove = useMutation(
    trpc.callback.removeAddress.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.callback.settings.queryFilter()),
    }),
  )
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Remove ${url}`}
        onClick={() => {
          remove.reset()
          setOpen(true)
        }}
      >
        Remove
      </Button>
      <Dialog opened={open} close={() => setOpen(false)} title="Remove callback address">
        <div className={styles.roll}>
          <p className={styles.whole}>
            <code>{url}</code> will receive no new events. Callbacks that are already waiting will still be
            sent.
          </p>
          {remove.error && (
            <p role="alert" className={styles.problem}>
              {inWords(remove.error)}
            </p>
          )}
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate({ url })}>
            Remove address
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function Roll() {
  const trpc = useTRPC()
  const { when } = useMerchant()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const [overlap, setOverlap] = useState('24')
  const roll = useMutation(
    trpc.callback.rollSecret.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.callback.settings.queryFilter()),
    }),
  )
  const close = () => {
    setOpen(false)
    roll.reset()
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Roll secret
      </Button>
      <Dialog
        opened={open}
        close={close}
        // The secret is shown only once, so a stray click or Escape must not close this.
        closeOnClickOutside={!roll.data}
        closeOnEscape={!roll.data}
        title={roll.data ? 'Your new signing secret' : 'Roll signing secret'}
      >
        <div className={styles.roll}>
          {roll.data ? (
            <>
              <p>
                Copy the secret now and add it to your receiver. You will not be able to see it again. The
                previous secret also signs callbacks until {when(roll.data.oldUntil)}.
              </p>
              <ShownOnce text={roll.data.secret} name="the secret" close={close} />
            </>
          ) : (
            <>
              <NativeSelect
                label="The current secret also signs for"
                value={overlap}
                onChange={(event) => setOverlap(event.currentTarget.value)}
                data={[
                  { value: '0', label: 'No longer: expires now' },
                  { value: '1', label: '1 hour' },
                  { value: '24', label: '24 hours' },
                  { value: '168', label: '7 days' },
                ]}
              />
              <p className={styles.soft}>
                {overlap === '0'
                  ? 'Callbacks will be signed with the new secret only. Receivers that still use the old one will reject them.'
                  : 'Until then, each callback carries a signature from each secret, so that your receiver can switch at any time.'}
              </p>
              {roll.error && (
                <p role="alert" className={styles.problem}>
                  {inWords(roll.error)}
                </p>
              )}
              <Button loading={roll.isPending} onClick={() => roll.mutate({ overlap: Number(overlap) })}>
                Create new secret
              </Button>
            </>
          )}
        </div>
      </Dialog>
    </>
  )
}
