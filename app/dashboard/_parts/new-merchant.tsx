'use client'

import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { currencies } from '@/server/model/money/currencies'
import { timeZones } from '@/server/model/time-zones'
import { useTRPC } from './calls'
import { Copied } from './copied'
import { Dialog } from './dialog'
import { wrongWith } from './flaws'
import { type Outputs, useMerchant } from './merchant'
import { Outcome } from './outcome'
import styles from './settings.module.css'

type Made = Outputs['user']['createMerchant']

/** Creates a test or live merchant. */
export function NewMerchant({ close }: { close: () => void }) {
  const trpc = useTRPC()
  const make = useMutation(trpc.user.createMerchant.mutationOptions())
  return (
    <Dialog
      close={close}
      // The keys are shown only once, so a stray click or Escape must not close this.
      closeOnClickOutside={!make.data}
      closeOnEscape={!make.data}
      title="New merchant"
    >
      {make.data ? <Keys made={make.data} /> : <Form make={make} close={close} />}
    </Dialog>
  )
}

function Form({
  make,
  close,
}: {
  make: { mutate: (input: NewMerchantInput) => void; error: unknown; isPending: boolean }
  close: () => void
}) {
  const { timeZone, currency, country: own } = useMerchant()
  const wrong = wrongWith(make.error)
  const [country, setCountry] = useState(own)
  return (
    <form
      noValidate
      className={styles.dialog}
      onSubmit={(event) => {
        event.preventDefault()
        const given = new FormData(event.currentTarget)
        const text = (name: string) => String(given.get(name) ?? '').trim()
        make.mutate({
          name: text('name'),
          type: text('type') === 'live' ? 'live' : 'test',
          country: country.trim().toUpperCase(),
          timeZone: text('timeZone'),
          currency: text('currency'),
        })
      }}
    >
      <TextInput label="Name" name="name" maxLength={500} error={wrong('name')} data-autofocus />
      <NativeSelect
        label="Type"
        name="type"
        data={[
          { value: 'test', label: 'Test, no real money' },
          { value: 'live', label: 'Live' },
        ]}
      />
      <TextInput
        label="Country (two-letter code)"
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
        maxLength={2}
        error={wrong('country')}
      />
      <NativeSelect
        label="Time zone"
        name="timeZone"
        data={timeZones(timeZone)}
        defaultValue={timeZone}
        error={wrong('timeZone')}
      />
      <NativeSelect
        label="Currency"
        name="currency"
        data={[...currencies]}
        defaultValue={currency}
        error={wrong('currency')}
      />
      <Outcome error={make.error} fields={['name', 'country', 'timeZone', 'currency']} />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={make.isPending}>
          Create merchant
        </Button>
      </Group>
    </form>
  )
}

interface NewMerchantInput {
  name: string
  type: 'test' | 'live'
  country: string
  timeZone: string
  currency: string
}

const Keys = ({ made }: { made: Made }) => (
  <div className={styles.dialog}>
    <p role="status">
      The merchant has been created, and you are its owner. Copy the private key and the signing secret now:
      you will not be able to see them again. Store them where only your systems can read them.
    </p>
    <dl className={styles.keys}>
      <dt>Public key</dt>
      <dd>
        <Copied text={made.publicKey} name="the public key" />
      </dd>
      <dt>Private key</dt>
      <dd>
        <Copied text={made.privateKey} name="the private key" />
      </dd>
      <dt>Callback signing secret</dt>
      <dd>
        <Copied text={made.signingSecret} name="the signing secret" />
      </dd>
    </dl>
    <Group justify="flex-end">
      <Button component="a" href={`/dashboard/${made.merchant}`}>
        Open merchant
      </Button>
    </Group>
  </div>
)
