'use client'

import { Autocomplete, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { dateFormat } from '@/server/model/formats'
import { currencies } from '@/server/model/money/currencies'
import { moneyIn } from '@/server/model/money/format-money'
import { timeZones } from '@/server/model/time-zones'
import { useMerchant } from '../../../_parts/merchant'
import type { FieldOf } from '../../../_parts/saved-form'
import { type MerchantSettings, SettingsForm, SettingsPage } from '../_parts/settings-form'

/** Suggestions only: any language with a country is accepted. */
const locales = ['da-DK', 'de-DE', 'en-GB', 'en-SE', 'en-US', 'fi-FI', 'fr-FR', 'nb-NO', 'nl-NL', 'sv-SE']
/** The merchant's name, time zone, currency, locale, retry days and key permissions. */
export function Merchant() {
  const { id, type } = useMerchant()
  const about = (
    <>
      {type === 'test' ? 'Test merchant' : 'Live merchant'} with the ID <code>{id}</code>.
    </>
  )
  return (
    <SettingsPage title="Merchant" about={about}>
      {(settings) => (
        <SettingsForm
          what="settings"
          settings={settings}
          changes={(text, data) => ({
            name: text('name'),
            timeZone: text('timeZone'),
            currency: text('currency'),
            locale: text('locale'),
            retryDays: text('retryDays') === '' ? [] : text('retryDays').split(',').map(Number),
            publicKeyPaysByAccount: data.has('publicKeyPaysByAccount'),
            renewAuthorisations: data.has('renewAuthorisations'),
          })}
        >
          {(fieldOf) => <Fields settings={settings} fieldOf={fieldOf} />}
        </SettingsForm>
      )}
    </SettingsPage>
  )
}

function Fields({
  settings: { name, timeZone, currency, locale, retryDays, publicKeyPaysByAccount, renewAuthorisations },
  fieldOf,
}: {
  settings: MerchantSettings
  fieldOf: FieldOf
}) {
  return (
    <>
      <TextInput
        {...fieldOf('name')}
        label="Name"
        description="Shown to your team. Customers see the name set in Branding."
        defaultValue={name}
        maxLength={500}
      />
      <NativeSelect
        {...fieldOf('timeZone')}
        label="Time zone"
        description="Determines when a day begins and when subscriptions are billed."
        data={timeZones(timeZone)}
        defaultValue={timeZone}
      />
      <NativeSelect
        {...fieldOf('currency')}
        label="Currency"
        description="The default currency on Home. Each order has its own currency."
        data={[...currencies]}
        defaultValue={currency}
      />
      <Autocomplete
        {...fieldOf('locale')}
        label="Locale"
        description={`A language and a country, such as en-SE. Sets the format of amounts, dates and CSV files, and the default language of e-mails to customers. Example: ${example(locale, currency)}`}
        data={locales}
        defaultValue={locale}
        maxLength={100}
      />
      <TextInput
        {...fieldOf('retryDays')}
        label="Retry days"
        description="Days after the first failure on which a subscription payment is retried, such as 2, 4, 7. Leave empty for no retries."
        defaultValue={retryDays.join(', ')}
        maxLength={100}
      />
      <Checkbox
        {...fieldOf('publicKeyPaysByAccount')}
        label="Public keys may pay with stored cards"
        description="Anyone who knows an account ID can then create an order on its stored card. Private keys can always do this."
        defaultChecked={publicKeyPaysByAccount}
      />
      <Checkbox
        {...fieldOf('renewAuthorisations')}
        label="Renew authorisations before they expire"
        description="Uncharged orders on stored cards are authorised again one day before their authorisation expires."
        defaultChecked={renewAuthorisations}
      />
    </>
  )
}

const example = (locale: string, currency: string) =>
  `${moneyIn(locale, { amount: 123_450n, currency })}, ${dateFormat(locale, { dateStyle: 'long' }).format(new Date('2031-03-14T12:00:00Z'))}.`
