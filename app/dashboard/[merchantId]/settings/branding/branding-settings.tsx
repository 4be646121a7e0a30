'use client'

import { Button, ColorInput, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Branding } from '@/db/schema/merchant'
import { useTRPC } from '../../../_parts/calls'
import { Answered } from '../../../_parts/face'
import { wrongWith } from '../../../_parts/flaws'
import { useNonce } from '../../../_parts/look'
import { useMerchant } from '../../../_parts/merchant'
import { Outcome } from '../../../_parts/outcome'
import styles from '../../../_parts/settings.module.css'
import { AccountHead } from './account-head'

type Typed = Record<keyof Branding, string>

const typedOf = ({ name = '', logo = '', colour = '', supportEmail = '' }: Branding): Typed => ({
  name,
  logo,
  colour,
  supportEmail,
})

/** The name, logo and colour that customers see, with a live preview. */
export function BrandingSettings() {
  const trpc = useTRPC()
  const { may } = useMerchant()
  const asked = useQuery(trpc.settings.get.queryOptions())
  return (
    <>
      <h1>Branding</h1>
      <p className={styles.about}>
        How your brand appears to customers in e-mails and on their account page.
        {!may('admin') && ' Only admins and owners can change this.'}
      </p>
      <Answered what="The branding" query={asked} loading={<Skeleton height={480} mt={24} />}>
        {(data) => <Form branding={data.branding} />}
      </Answered>
    </>
  )
}

const fields = ['branding.name', 'branding.logo', 'branding.colour', 'branding.supportEmail']

function Form({ branding }: { branding: Branding }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { may, name: merchantName } = useMerchant()
  const [typed, setTyped] = useState(typedOf(branding))
  const save = useMutation(
    trpc.settings.change.mutationOptions({ onSuccess: () => queries.invalidateQueries() }),
  )
  const wrong = wrongWith(save.error)
  const disabled = !may('admin')
  const fieldOf = (name: keyof Branding) => ({
    name,
    value: typed[name],
    error: wrong(`branding.${name}`),
    disabled,
    maxLength: name === 'logo' ? 2000 : 500,
  })
  const set = (name: keyof Branding) => (value: string) => {
    if (!save.isIdle) save.reset()
    setTyped((before) => ({ ...before, [name]: value }))
  }
  return (
    <div className={styles.beside}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const parts = Object.entries(typed).map(([name, value]) => [name, value.trim() || null])
          save.mutate({ branding: Object.fromEntries(parts) })
        }}
      >
        <TextInput
          label="Name"
          description="Leave empty to use the merchant’s name."
          placeholder={merchantName}
          {...fieldOf('name')}
          onChange={(event) => set('name')(event.currentTarget.value)}
        />
        <TextInput
          label="Logo URL"
          description="An image on your own server, at least 72 pixels high. E-mails show it on a white background."
          type="url"
          placeholder="https://"
          {...fieldOf('logo')}
          onChange={(event) => set('logo')(event.currentTarget.value)}
        />
        <ColorInput
          label="Colour"
          description="For buttons and links. Kassa adjusts it where text would be hard to read."
          placeholder="#0b5f63"
          format="hex"
          {...fieldOf('colour')}
          onChange={set('colour')}
          eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
        />
        <TextInput
          label="Support e-mail"
          description="Shown to customers. Replies to e-mails go to this address."
          type="email"
          {...fieldOf('supportEmail')}
          onChange={(event) => set('supportEmail')(event.currentTarget.value)}
        />
        <Outcome error={save.error} fields={fields} done={save.isSuccess ? 'Saved.' : undefined} />
        {!disabled && (
          <Button type="submit" loading={save.isPending} w="fit-content">
            Save branding
          </Button>
        )}
      </form>
      <Previews typed={typed} />
    </div>
  )
}

/** Previews made with the real mail templates and the real styles of the account page. */
function Previews({ typed }: { typed: Typed }) {
  const trpc = useTRPC()
  const [settled] = useDebouncedValue(typed, 200)
  const nonce = useNonce()
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
            srcDoc={data.html.replaceAll('<style', `<style nonce="${nonce}"`)}
            sandbox=""
          />
        ) : error ? (
          <p className={styles.problem}>The preview could not be loaded. Change a field to try again.</p>
        ) : (
          <Skeleton height={560} />
        )}
      </section>
    </div>
  )
}
