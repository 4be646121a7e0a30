'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { inWords, useTRPC } from '../../../_parts/calls'
import { ShownOnce } from '../../../_parts/copied'
import { Section } from '../../../_parts/detail'
import detail from '../../../_parts/detail.module.css'
import { Form, Outcome } from '../../../_parts/form'
import { DialogButton, FormDialog } from '../../../_parts/form-dialog'
import { Loading } from '../../../_parts/list'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { QueryState } from '../../../_parts/query-state'
import styles from '../../_parts/callbacks.module.css'

/** The merchant's callback addresses for all events, and the signing secret. */
export function Addresses() {
  const query = useQuery(useTRPC().callback.settings.queryOptions())
  const loading = <Loading what="Callback addresses" rows={2} />
  return (
    <QueryState what="Callback addresses" query={query} loading={loading}>
      {(data) => <Content {...data} />}
    </QueryState>
  )
}

function Content({ addresses, secrets }: Outputs['callback']['settings']) {
  const trpc = useTRPC()
  const { base, may, when } = useMerchant()
  const router = useRouter()
  const add = useMutation(trpc.callback.addAddress.mutationOptions())
  const test = useMutation(
    trpc.callback.test.mutationOptions({
      onSuccess: ({ id }) => router.push(`${base}/events/callbacks/${id}`),
    }),
  )
  const [secret, previous] = secrets
  return (
    <div className={styles.settings}>
      <Section title="Callback address for all events">
        {addresses.length === 0 && (
          <p className={detail.about}>
            No address yet. Kassa sends every event of this merchant to the addresses you add here, signed,
            and retries for three days until the address responds.{' '}
            <a href="/docs#callbacks">How to receive callbacks</a>
          </p>
        )}
        <ul className={styles.addresses}>
          {addresses.map((url) => (
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
                  <DialogButton
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`Remove ${url}`}
                    dialog={(close) => <Remove url={url} close={close} />}
                  >
                    Remove
                  </DialogButton>
                </span>
              )}
            </li>
          ))}
        </ul>
        {may('admin') && (
          <Form
            key={addresses.length}
            noValidate={false}
            className={styles.add}
            submit={(text) => text('url') && add.mutate({ url: text('url') })}
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
          </Form>
        )}
        <Outcome error={test.error} />
      </Section>
      <Section title="Signing secret">
        <p className={detail.about}>
          {secret && `In use since ${when(secret.created)}. `}
          {previous?.expires && `The previous secret also signs callbacks until ${when(previous.expires)}.`}
        </p>
        {may('admin') && (
          <DialogButton mt={8} dialog={(close) => <Roll close={close} />}>
            Roll secret
          </DialogButton>
        )}
      </Section>
    </div>
  )
}

function Remove({ url, close }: { url: string; close: () => void }) {
  const remove = useMutation(useTRPC().callback.removeAddress.mutationOptions({ onSuccess: close }))
  return (
    <FormDialog
      title="Remove callback address"
      close={close}
      act="Remove address"
      color="red"
      mutation={remove}
      submit={() => remove.mutate({ url })}
    >
      <p className={styles.whole}>
        <code>{url}</code> will receive no new events. Callbacks that are already waiting will still be sent.
      </p>
    </FormDialog>
  )
}

function Roll({ close }: { close: () => void }) {
  const { when } = useMerchant()
  const [overlap, setOverlap] = useState('24')
  const roll = useMutation(useTRPC().callback.rollSecret.mutationOptions())
  return (
    <FormDialog
      title={roll.data ? 'Your new signing secret' : 'Roll signing secret'}
      close={close}
      act="Create new secret"
      mutation={roll}
      submit={() => roll.mutate({ overlap: Number(overlap) })}
      result={
        roll.data && (
          <>
            <p>
              Copy the secret now and add it to your receiver. You will not be able to see it again. The
              previous secret also signs callbacks until {when(roll.data.oldUntil)}.
            </p>
            <ShownOnce text={roll.data.secret} name="the secret" close={close} />
          </>
        )
      }
    >
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
      <p className={detail.about}>
        {overlap === '0'
          ? 'Callbacks will be signed with the new secret only. Receivers that still use the old one will reject them.'
          : 'Until then, each callback carries a signature from each secret, so that your receiver can switch at any time.'}
      </p>
    </FormDialog>
  )
}
