'use client'

import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { currencies } from '@/server/model/money/currencies'
import { timeZones } from '@/server/model/time-zones'
import { useTRPC } from './calls'
import { Copied } from './copied'
import { CountryField } from './country-field'
import { fieldErrorOf } from './flaws'
import { FormDialog } from './form-dialog'
import { type Outputs, useMerchant } from './merchant'
import styles from './settings.module.css'
import { useAttempt } from './use-attempt'

/** Creates a test or live merchant. */
export function NewMerchant({ close }: { close: () => void }) {
  const { attempt, again } = useAttempt()
  const create = useMutation(useTRPC().user.createMerchant.mutationOptions({ onError: again }))
  const { timeZone, currency, country: own } = useMerchant()
  const wrong = fieldErrorOf(create.error)
  const field = (name: string) => ({ name, error: wrong(name) })
  return (
    <FormDialog
      title="New merchant"
      close={close}
      act="Create merchant"
      mutation={create}
      fields={['name', 'country', 'timeZone', 'currency']}
      result={create.data && <Keys merchant={create.data} />}
      submit={(text) =>
        create.mutate({
          name: text('name'),
          type: text('type') === 'live' ? 'live' : 'test',
          country: text('country'),
          timeZone: text('timeZone'),
          currency: text('currency'),
          attempt: attempt(),
        })
      }
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
