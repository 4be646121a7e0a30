import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { config } from '@/server/core/config/config'
import { countryCodes } from '@/server/model/countries'
import { countryName } from '@/server/model/formats'
import { currencies } from '@/server/model/money/currencies'
import { timeZones } from '@/server/model/time-zones'
import { runtime } from '@/server/runtime'
import { hasUsers, isOwnName } from '@/server/team/start-merchant'
import { Sheet } from '../_parts/signin/sheet'
import styles from '../_parts/signin/signin.module.css'
import { StartForm } from './form'

export const metadata: Metadata = { title: 'Set up Kassa', robots: { index: false, follow: false } }

/** The first page of an installation without users. */
export default async function StartPage() {
  if (await hasUsers(runtime().db)) redirect('/signin')
  const { baseUrl } = config()
  if (!isOwnName((await headers()).get('host'), baseUrl)) return <Elsewhere baseUrl={baseUrl} />
  const countries = countryCodes
    .map((code) => ({ value: code, label: countryName(code) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))
  return (
    <Sheet title="Set up Kassa">
      <StartForm countries={countries} currencies={[...currencies]} timeZones={timeZones()} />
    </Sheet>
  )
}

/** Shown when the request's host name is not this installation's own. */
const Elsewhere = ({ baseUrl }: { baseUrl: string }) => (
  <Sheet title="Set up Kassa at its own address">
    <p className={styles.about}>
      This installation has no users yet. The first owner can be created only at the installation’s own
      address.
    </p>
    <a href={`${baseUrl}/start`} className={styles.action}>
      Go to {baseUrl}
    </a>
    <p className={styles.hint}>
      If you are already at this address, the proxy in front of Kassa does not forward the <code>Host</code>{' '}
      header. If the address is wrong, set <code>BASE_URL</code>. You can also create the merchant on the
      machine itself: <code>npm run merchant</code>.
    </p>
  </Sheet>
)
