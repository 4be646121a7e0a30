'use client'

import { ColorInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Branding as BrandingValues } from '@/db/schema/merchant'
import { useTRPC } from '../../../_parts/calls'
import detail from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import styles from '../../../_parts/settings.module.css'
import { MailSkeleton } from '../../../_parts/skeletons'
import { useWithNonce } from '../../../_parts/theme'
import { SettingsForm, SettingsPage } from '../_parts/settings-form'
import { AccountHead } from './account-head'
import { LogoUpload } from './logo-upload'

type TypedBranding = Record<keyof BrandingValues, string>

const empty: TypedBranding = { name: '', logo: '', colour: '', supportEmail: '', website: '' }

/** The name, logo and colour that customers see, with a live preview. */
export const Branding = () => (
  <SettingsPage
    title="Branding"
    what="The branding"
    about="How your brand appears to customers in e-mails and on their account page."
  >
    {({ branding }) => <Content branding={branding} />}
  </SettingsPage>
)

function Content({ branding }: { branding: BrandingValues }) {
  const { name: merchantName } = useMerchant()
  const [typed, setTyped] = useState({ ...empty, ...branding })
  const set = (name: keyof BrandingValues) => (value: string) =>
    setTyped((before) => ({ ...before, [name]: value }))
  return (
    <div className={styles.beside}>
      <SettingsForm
        what="branding"
        settings={{ branding }}
        changes={() => ({
          branding: Object.fromEntries(
            Object.entries(typed).map(([name, value]) => [name, value.trim() || null]),
          ),
        })}
      >
        {(fieldOf) => (
          <>
            <TextInput
              {...fieldOf('branding.name')}
              label="Name"
              description="Leave empty to use the merchant’s name."
              placeholder={merchantName}
              maxLength={500}
              value={typed.name}
              onChange={(event) => set('name')(event.currentTarget.value)}
            />
            <TextInput
              {...fieldOf('branding.logo')}
              label="Logo URL"
              description="Upload an image, or enter the address of one on your own server. E-mails show it on a white background. Documents show only an uploaded one."
              type="url"
              placeholder="https://"
              maxLength={2000}
              value={typed.logo}
              onChange={(event) => set('logo')(event.currentTarget.value)}
            />
            <LogoUpload done={set('logo')} />
            <ColorInput
              {...fieldOf('branding.colour')}
              label="Colour"
              description="For buttons and links. Kassa adjusts it where text would be hard to read."
              placeholder="#0b5f63"
              format="hex"
              // Above the field: below it, it would cover the button that saves.
              popoverProps={{ position: 'top-start', middlewares: { flip: false } }}
              maxLength={500}
              value={typed.colour}
              onChange={set('colour')}
              eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
            />
            <TextInput
              {...fieldOf('branding.supportEmail')}
              label="Support e-mail"
              description="Shown to customers. Replies to e-mails go to this address."
              type="email"
              maxLength={500}
              value={typed.supportEmail}
              onChange={(event) => set('supportEmail')(event.currentTarget.value)}
            />
            <TextInput
              {...fieldOf('branding.website')}
              label="Website"
              description="Your shop. The account page links back to it."
              type="url"
              placeholder="https://"
              maxLength={2000}
              value={typed.website}
              onChange={(event) => set('website')(event.currentTarget.value)}
            />
          </>
        )}
      </SettingsForm>
      <Previews typed={typed} />
    </div>
  )
}

/** Previews made with the real mail templates and the real styles of the account page. */
function Previews({ typed }: { typed: TypedBranding }) {
  const trpc = useTRPC()
  const [settled] = useDebouncedValue(typed, 200)
  const withNonce = useWithNonce()
  const { data, error } = useQuery(
    trpc.settings.previewMail.queryOptions(settled, { placeholderData: keepPreviousData, staleTime: 60_000 }),
  )
  return (
    <div>
      <section aria-labelledby="page-preview" className={styles.preview}>
        <h2 id="page-preview">Account page</h2>
        <AccountHead typed={typed} />
      </section>
      <section aria-labelledby="mail-preview" className={styles.preview}>
        <h2 id="mail-preview">E-mail{data && `: ${data.subject}`}</h2>
        {data ? (
          <iframe
            title="Preview of a mail"
            className={styles.mail}
            srcDoc={withNonce(data.html)}
            sandbox=""
          />
        ) : error ? (
          <p className={detail.soft}>The preview could not be loaded. Change a field to try again.</p>
        ) : (
          <MailSkeleton />
        )}
      </section>
    </div>
  )
}
