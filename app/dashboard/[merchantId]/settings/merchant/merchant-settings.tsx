'use client'

import { Autocomplete, Button, Checkbox, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { FormEvent } from 'react'
import { currencies } from '@/server/model/money/currencies'
import { moneyIn } from '@/server/model/money/format-money'
import { timeZones } from '@/server/model/time-zones'
import { useTRPC } from '../../../_parts/calls'
import { Answered } from '../../../_parts/face'
import { wrongWith } from '../../../_parts/flaws'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { Outcome } from '../../../_parts/outcome'
import styles from '../../../_parts/settings.module.css'

type Settings = Outputs['settings']['get']

/** Suggestions only: any language with a country is accepted. */
const locales = ['da-DK', 'de-DE', 'en-GB', 'en-SE', 'en-US', 'fi-FI', 'fr-FR', 'nb-NO', 'nl-NL', 'sv-SE']

/** The merchant's name, time zone, currency, locale, retry days and key permissions. */
export function MerchantSettings() {
  const trpc = useTRPC()
  const { may, id, type } = useMerchant()
  const asked = useQuery(trpc.settings.get.queryOptions())
  return (
    <>
      <h1>Merchant</h1>
      <p className={styles.about}>
        {type === 'test' ? 'Test merchant' : 'Live merchant'} with the ID <code>{id}</code>.
        {!may('admin') && ' Only admins and owners can change this.'}
      </p>
      <Answered what="The settings" query={asked} loading={<Skeleton height={480} mt={24} maw={440} />}>
        {(data) => <Form settings={data} />}
      </Answered>
    </>
  )
}

const fields = ['name', 'timeZone', 'currency', 'locale', 'retryDays', 'publicKeyPaysByAccount']

function Form({ settings }: { settings: Settings }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const router = useRouter()
  const { may } = useMerchant()
  const save = useMutation(
    trpc.settings.change.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries()
        // Every page shows the name and formats money and dates by these settings.
        router.refresh()
      },
    }),
  )
  const wrong = wrongWith(save.error)
  const disabled = !may('admin')
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    save.mutate({
      name: text('name'),
      timeZone: text('timeZone'),
      currency: text('currency'),
      locale: text('locale'),
      retryDays: text('retryDays') === '' ? [] : text('retryDays').split(',').map(Number),
      publicKeyPaysByAccount: given.has('publicKeyPaysByAccount'),
    })
  }
  return (
    <form noValidate className={styles.form} onSubmit={submit} onChange={() => save.isIdle || save.reset()}>
      <TextInput
        label="Name"
        description="Shown to your team. Customers see the name set in Branding."
        name="name"
        defaultValue={settings.name}
        maxLength={500}
        error={wrong('name')}
        disabled={disabled}
      />
      <NativeSelect
        label="Time zone"
        description="Decides when a day begins and when subscriptions are billed."
        name="timeZone"
        data={timeZones(settings.timeZone)}
        defaultValue={settings.timeZone}
        error={wrong('timeZone')}
        disabled={disabled}
      />
      <NativeSelect
        label="Currency"
        description="The default currency on Home. Each order has its own currency."
        name="currency"
        data={[...currencies]}
        defaultValue={settings.currency}
        error={wrong('currency')}
        disabled={disabled}
      />
      <Autocomplete
        label="Language and country"
        description={`The format of amounts and dates, such as en-SE. Example: ${example(settings)}`}
        name="locale"
        data={locales}
        defaultValue={settings.locale}
        maxLength={100}
        error={wrong('locale')}
        disabled={disabled}
      />
      <TextInput
        label="Retry days"
        description="Days after the first failure on which a subscription payment is retried, such as 2, 4, 7. Leave empty for no retries."
        name="retryDays"
        defaultValue={settings.retryDays.join(', ')}
        maxLength={100}
        error={wrong('retryDays')}
        disabled={disabled}
      />
      <Checkbox
        label="Public keys may pay with stored cards"
        description="Anyone who knows an account ID can then create an order on its stored card. Private keys can always do this."
        name="publicKeyPaysByAccount"
        defaultChecked={settings.publicKeyPaysByAccount}
        disabled={disabled}
      />
      <Outcome error={save.error} fields={fields} done={save.isSuccess ? 'Saved.' : undefined} />
      {!disabled && (
        <Button type="submit" loading={save.isPending} w="fit-content">
          Save settings
        </Button>
      )}
    </form>
  )
}

const example = ({ locale, currency }: Settings) =>
  `${moneyIn(locale, 123_450n, currency)}, ${new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date('2031-03-14T12:00:00Z'))}.`
