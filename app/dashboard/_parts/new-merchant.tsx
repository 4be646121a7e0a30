'use client'

import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { currencies } from '@/server/model/money/currencies'
import { timeZones } from '@/server/model/time-zones'
import { isUndecided, useTRPC } from './calls'
import { Copied } from './copied'
import { CountryField } from './country-field'
import { wrongWith } from './flaws'
import { FormDialog } from './form-dialog'
import { type Inputs, type Me, type Outputs, useMerchant } from './merchant'
import { atOnce } from './offline'
import styles from './settings.module.css'

/** Creates a test or live merchant. `known`: the user's merchants before. */
export function NewMerchant({ known, close }: { known: Me['merchants']; close: () => void }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const create = useMutation(trpc.user.createMerchant.mutationOptions())
  // After a lost response, the merchant may exist already: a second one must not be created.
  const find = useMutation({
    ...atOnce,
    mutationFn: async (wanted: Inputs['user']['createMerchant']) => {
      const { merchants } = await queries.fetchQuery(trpc.user.me.queryOptions(undefined, { staleTime: 0 }))
      return merchants.find(({ id, name }) => name === wanted.name && known.every((each) => each.id !== id))
    },
    onSuccess: (found, wanted) => found || create.mutate(wanted),
  })
  const { timeZone, currency, country: own } = useMerchant()
  const wrong = wrongWith(create.error)
  const field = (name: string) => ({ name, error: wrong(name) })
  return (
    <FormDialog
      title="New merchant"
      close={close}
      act="Create merchant"
      mutation={{ isPending: create.isPending || find.isPending, error: find.error ?? create.error }}
      fields={['name', 'country', 'timeZone', 'currency']}
      result={create.data ? <Keys merchant={create.data} /> : find.data && <Found merchant={find.data.id} />}
      locked={create.data !== undefined}
      submit={(text) => {
        const wanted = {
          name: text('name'),
          type: text('type') === 'live' ? ('live' as const) : ('test' as const),
          country: text('country'),
          timeZone: text('timeZone'),
          currency: text('currency'),
        }
        if (isUndecided(create)) find.mutate(wanted)
        else create.mutate(wanted)
      }}
    >
      <TextInput label="Name" {...field('name')} maxLength={500} data-autofocus />
      <NativeSelect
        label="Type"
        name="type"
        data={[
          { value: 'test', label: 'Test, no real money' },
          { value: 'live', label: 'Live' },
        ]}
      />
      <CountryField name="country" value={own} error={wrong('country')} />
      <NativeSelect
        label="Time zone"
        {...field('timeZone')}
        data={timeZones(timeZone)}
        defaultValue={timeZone}
      />
      <NativeSelect label="Currency" {...field('currency')} data={[...currencies]} defaultValue={currency} />
    </FormDialog>
  )
}

const Found = ({ merchant }: { merchant: string }) => (
  <>
    <p role="status">
      The merchant has been created, but its keys were lost with the connection. Create new keys under
      Developers, and a new signing secret under Events.
    </p>
    <Group justify="flex-end">
      <Button component="a" href={`/dashboard/${merchant}`}>
        Open merchant
      </Button>
    </Group>
  </>
)

const Keys = ({ merchant }: { merchant: Outputs['user']['createMerchant'] }) => (
  <>
    <p role="status">
      The merchant has been created, and you are its owner. Copy the private key and the signing secret now:
      you will not be able to see them again. Store them where only your systems can read them.
    </p>
    <dl className={styles.keys}>
      <dt>Public key</dt>
      <dd>
        <Copied text={merchant.publicKey} name="the public key" />
      </dd>
      <dt>Private key</dt>
      <dd>
        <Copied text={merchant.privateKey} name="the private key" />
      </dd>
      <dt>Callback signing secret</dt>
      <dd>
        <Copied text={merchant.signingSecret} name="the signing secret" />
      </dd>
    </dl>
    <Group justify="flex-end">
      <Button component="a" href={`/dashboard/${merchant.merchant}`}>
        Open merchant
      </Button>
    </Group>
  </>
)
