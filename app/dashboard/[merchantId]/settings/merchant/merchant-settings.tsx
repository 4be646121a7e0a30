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

/** Some of many: any language with a country will do. */
const locales = ['da-DK', 'de-DE', 'en-GB', 'en-SE', 'en-US', 'fi-FI', 'fr-FR', 'nb-NO', 'nl-NL', 'sv-SE']

/** How a merchant keeps time and money, and what it lets keys do. */
export function MerchantSettings() {
  const trpc = useTRPC()
  const { may, id, type } = useMerchant()
  const asked = useQuery(trpc.settings.get.queryOptions())
  return (
    <>
      <h1>Merchant</h1>
      <p className={styles.about}>
        {type === 'test' ? 'A test merchant' : 'A live merchant'} with the id <code>{id}</code>.
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
        // The name, and how money and dates are written, are on every page.
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
        description="What your team knows it by. Customers see the name in Branding."
        name="name"
        defaultValue={settings.name}
        maxLength={500}
        error={wrong('name')}
        disabled={disabled}
      />
      <NativeSelect
        label="Time zone"
        description="When a day begins, and with it billing."
        name="timeZone"
        data={timeZones(settings.timeZone)}
        defaultValue={settings.timeZone}
        error={wrong('timeZone')}
        disabled={disabled}
      />
      <NativeSelect
        label="Currency"
        description="The one that Home shows first. Each order has its own."
        name="currency"
        data={[...currencies]}
        defaultValue={settings.currency}
        error={wrong('currency')}
        disabled={disabled}
      />
      <Autocomplete
        label="Language and country"
        description={`How amounts and dates are written, such as en-SE. Now: ${example(settings)}`}
        name="locale"
        data={locales}
        defaultValue={settings.locale}
        maxLength={100}
        error={wrong('locale')}
        disabled={disabled}
      />
      <TextInput
        label="Retry days"
        description="Days after the first failure on which a subscription's payment is tried again. Empty: it is given up at once."
        name="retryDays"
        defaultValue={settings.retryDays.join(', ')}
        maxLength={100}
        error={wrong('retryDays')}
        disabled={disabled}
      />
      <Checkbox
        label="Public keys may pay with stored cards"
        description="Whoever knows the id of an account can then make an order on its card. Private keys always can."
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
