import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { hasUsers } from '@/server/merchant/start'
import { currencies } from '@/server/money/currencies'
import { runtime } from '@/server/runtime'
import { countryCodes } from '@/server/schema/fields'
import { Sheet } from '../signin/sheet'
import { StartForm } from './form'

export const metadata: Metadata = { title: 'Set up Kassa', robots: { index: false, follow: false } }

/** The first page of an installation that nobody can sign in to yet. */
export default async function StartPage() {
  if (await hasUsers(runtime().db)) redirect('/signin')
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const countries = countryCodes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))
  return (
    <Sheet title="Set up Kassa">
      <StartForm
        countries={countries}
        currencies={[...currencies]}
        timeZones={Intl.supportedValuesOf('timeZone')}
      />
    </Sheet>
  )
}
