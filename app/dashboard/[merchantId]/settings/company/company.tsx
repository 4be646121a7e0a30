'use client'

import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { countryOfCompany, missingOf, soldAbroad } from '@/server/model/company'
import {
  type ExchangeRates as ExchangeRateTable,
  writeExchangeRates,
} from '@/server/model/document/exchange-rates'
import { vatCurrencyOf } from '@/server/model/document/vat-currency'
import { CountryField } from '../../../_parts/country-field'
import { useMerchant } from '../../../_parts/merchant'
import type { FieldOf } from '../../../_parts/saved-form'
import styles from '../../../_parts/settings.module.css'
import { type MerchantSettings, SettingsForm, SettingsPage } from '../_parts/settings-form'
import { Series } from './series'

const labelsOfSold = { services: 'Services', goods: 'Goods' }
const sold = soldAbroad.map((value) => ({ value, label: labelsOfSold[value] }))

const reasons = [
  { value: 'E', label: 'Exempt from VAT' },
  { value: 'G', label: 'Export outside the EU' },
  { value: 'O', label: 'Outside the scope of VAT' },
  { value: 'Z', label: 'Zero-rated' },
]
type Reason = 'Z' | 'E' | 'G' | 'O'

/** The company details on documents, its VAT, and its document numbers. */
export function CompanySettings() {
  return (
    <SettingsPage
      title="Company"
      about="Your company as receipts, invoices and credit notes name it. Documents that have been issued stay as they are."
    >
      {(settings) => (
        <>
          <Missing settings={settings} />
          <SettingsForm
            what="company"
            settings={withDefaults(settings)}
            changes={(text, data) => ({
              company: {
                legalName: text('company.legalName') || null,
                address: {
                  street: text('company.address.street') || null,
                  zipCode: text('company.address.zipCode') || null,
                  city: text('company.address.city') || null,
                  countryCode: text('company.address.countryCode'),
                },
                organisationNumber: text('company.organisationNumber') || null,
                vatNumber: text('company.vatNumber') || null,
                withoutVat: data.has('company.withoutVat') || null,
                taxNumber: text('company.taxNumber') || null,
                phone: text('company.phone') || null,
                particulars: text('company.particulars') || null,
              },
              bookkeeping: {
                defaultVat: percentage(text('bookkeeping.defaultVat')),
                exchangeRates: text('bookkeeping.exchangeRates') || null,
                sells: text('bookkeeping.sells') as (typeof soldAbroad)[number],
                zeroVat: {
                  category: text('bookkeeping.zeroVat.category') as Reason,
                  ...(text('bookkeeping.zeroVat.reason') && { reason: text('bookkeeping.zeroVat.reason') }),
                },
              },
            })}
          >
            {(fieldOf) => <CompanyFields settings={settings} fieldOf={fieldOf} />}
          </SettingsForm>
          <Series />
        </>
      )}
    </SettingsPage>
  )
}

/** The settings with what the fields show for those that are not there. */
const withDefaults = ({ company, bookkeeping, country }: MerchantSettings) => ({
  company: {
    ...company,
    address: { ...company.address, countryCode: countryOfCompany({ company, country }) },
  },
  bookkeeping: {
    sells: 'services',
    zeroVat: { category: 'E' },
    ...bookkeeping,
    exchangeRates: writeExchangeRates(bookkeeping.exchangeRates ?? {}) || null,
  },
})

/** Accepts a decimal comma. */
const percentage = (typed: string) => (typed === '' ? null : Number(typed.replace(',', '.')))

function Missing({ settings: { company } }: { settings: MerchantSettings }) {
  const { type } = useMerchant()
  const missing = missingOf(company)
  if (missing.length === 0) return null
  return (
    <p role="status" className={styles.notice}>
      {type === 'live'
        ? 'Receipts and invoices wait until your company details are complete.'
        : 'Your company details are incomplete. Receipts and invoices of a live merchant would wait for them.'}{' '}
      Missing: {missing.join(', ')}.
    </p>
  )
}

function CompanyFields({
  settings: { company, bookkeeping, country },
  fieldOf,
}: {
  settings: MerchantSettings
  fieldOf: FieldOf
}) {
  const { address = {} } = company
  const companyCountry = countryOfCompany({ company, country })
  return (
    <>
      <TextInput
        {...fieldOf('company.legalName')}
        label="Legal name"
        description="As registered, with its legal form, such as “Roastery AB”."
        defaultValue={company.legalName}
        maxLength={500}
      />
      <TextInput
        {...fieldOf('company.address.street')}
        label="Street and number"
        defaultValue={address.street}
        maxLength={500}
      />
      <div className={styles.pair}>
        <TextInput
          {...fieldOf('company.address.zipCode')}
          label="Postal code"
          defaultValue={address.zipCode}
          maxLength={20}
        />
        <TextInput
          {...fieldOf('company.address.city')}
          label="City"
          defaultValue={address.city}
          maxLength={500}
        />
      </div>
      <CountryField {...fieldOf('company.address.countryCode')} value={companyCountry} />
      <TextInput
        {...fieldOf('company.organisationNumber')}
        label="Organisation number"
        description="The number in your country’s company register. Electronic invoices (XML) state it, and need it if they are outside the scope of VAT."
        defaultValue={company.organisationNumber}
        maxLength={50}
      />
      <TextInput
        {...fieldOf('company.vatNumber')}
        label="VAT number"
        description="With the letters of its country, such as SE556012345601. Electronic invoices (XML) with VAT need it, or a tax number in some countries."
        defaultValue={company.vatNumber}
        maxLength={30}
      />
      <Checkbox
        {...fieldOf('company.withoutVat')}
        label="Not registered for VAT"
        description="Documents can then be issued without a VAT number."
        defaultChecked={company.withoutVat === true}
      />
      <TextInput
        {...fieldOf('company.taxNumber')}
        label="Tax number"
        description="The number at your tax office. Needed only where invoices state it instead of a VAT number, such as the Steuernummer in Germany."
        defaultValue={company.taxNumber}
        maxLength={50}
      />
      <TextInput
        {...fieldOf('company.phone')}
        label="Phone"
        description="Optional. Printed on documents. Peppol invoices between two companies in Germany need it."
        defaultValue={company.phone}
        type="tel"
        maxLength={50}
      />
      <TextInput
        {...fieldOf('company.particulars')}
        label="Other mandatory details"
        description="Printed on documents below your company, such as “Säte: Stockholm. Godkänd för F-skatt.” or “Amtsgericht Berlin HRB 1234, Geschäftsführerin: Ada Lovelace”."
        defaultValue={company.particulars}
        maxLength={300}
      />
      <h2 className={styles.heading}>VAT</h2>
      <TextInput
        {...fieldOf('bookkeeping.defaultVat')}
        label="Default VAT rate"
        description="In percent. Orders without lines include it in their amount, and new items in the dashboard start with it. Leave empty for none."
        defaultValue={bookkeeping.defaultVat}
        inputMode="decimal"
        maxLength={10}
      />
      <ExchangeRates
        {...fieldOf('bookkeeping.exchangeRates')}
        country={companyCountry}
        rates={bookkeeping.exchangeRates}
      />
      <NativeSelect
        {...fieldOf('bookkeeping.sells')}
        label="What you sell to other countries"
        description="At 0% VAT, services to businesses with a VAT number from another EU country get reverse charge. Goods to such businesses are intra-Community supplies, and goods to addresses outside the EU are exports."
        data={sold}
        defaultValue={bookkeeping.sells ?? 'services'}
      />
      <NativeSelect
        {...fieldOf('bookkeeping.zeroVat.category')}
        label="Why no VAT is charged on other lines at 0%"
        data={reasons}
        defaultValue={bookkeeping.zeroVat?.category ?? 'E'}
      />
      <TextInput
        {...fieldOf('bookkeeping.zeroVat.reason')}
        label="Legal text"
        description="Printed instead of this reason. Leave empty for the default text in the customer’s language."
        defaultValue={bookkeeping.zeroVat?.reason}
        maxLength={500}
      />
    </>
  )
}

/** Shown where the law wants VAT in the country's own currency. */
function ExchangeRates({
  country,
  rates = {},
  ...field
}: ReturnType<FieldOf> & { country: string; rates: ExchangeRateTable | undefined }) {
  const own = vatCurrencyOf(country)
  if (own === undefined) return null
  const example = own === 'EUR' ? 'USD 0.9215' : 'EUR 11.2345'
  return (
    <Textarea
      {...field}
      label={`Exchange rates to ${own}`}
      description={`Documents in another currency must also state their VAT in ${own}. Enter a currency per line and what one unit of it is worth in ${own}, such as “${example}”. A rate applies until you change it. Credit notes keep the rate of the document that they correct.`}
      defaultValue={writeExchangeRates(rates)}
      placeholder={example}
      autosize
      minRows={1}
      maxLength={1000}
    />
  )
}
