import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { config } from '@/server/core/config/config'
import { countryCodes } from '@/server/model/fields'
import { currencies } from '@/server/model/money/currencies'
import { timeZones } from '@/server/model/time-zones'
import { runtime } from '@/server/runtime'
import { hasUsers, isOwnName } from '@/server/team/start-merchant'
import { Sheet } from '../_parts/signin/sheet'
import styles from '../_parts/signin/signin.module.css'
import { StartForm } from './form'

export const metadata: Metadata = { title: 'Set up Kassa', robots: { index: false, follow: false } }

/** The first page of an installation that nobody can sign in to yet. */
export default async function StartPage() {
  if (await hasUsers(runtime().db)) redirect('/signin')
  const { baseUrl } = config()
  if (!isOwnName((await headers()).get('host'), baseUrl)) return <Elsewhere baseUrl={baseUrl} />
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const countries = countryCodes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))
  return (
    <Sheet title="Set up Kassa">
      <StartForm countries={countries} currencies={[...currencies]} timeZones={timeZones()} />
    </Sheet>
  )
}

/** For whoever comes by a name that may be anybody's. */
const Elsewhere = ({ baseUrl }: { baseUrl: string }) => (
  <Sheet title="Set up Kassa at its own address">
    <p className={styles.about}>
      Nobody can sign in here yet, and the first owner is made at the address of this installation alone.
    </p>
    <a href={`${baseUrl}/start`} className={styles.action}>
      Go to {baseUrl}
    </a>
    <p className={styles.hint}>
      If you are there already, the proxy in front of Kassa does not pass on the header <code>Host</code>. If
      the address is wrong, set <code>BASE_URL</code>. Or make the merchant on the machine itself:{' '}
      <code>npm run merchant</code>.
    </p>
  </Sheet>
)
