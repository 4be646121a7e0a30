'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { capitalised } from '@/server/model/capitalised'
import { useTRPC } from '../../../_parts/calls'
import detail from '../../../_parts/detail.module.css'
import type { FieldText } from '../../../_parts/form'
import { type Inputs, type Outputs, useMerchant } from '../../../_parts/merchant'
import { QueryState } from '../../../_parts/query-state'
import { SavedForm } from '../../../_parts/saved-form'
import styles from '../../../_parts/settings.module.css'
import { FormSkeleton } from '../../../_parts/skeletons'
import { useToast } from '../../../_parts/toast'
import { changedSettings } from '../../_parts/changed-settings'

export type MerchantSettings = Outputs['settings']['get']

/** A page of settings, which only admins and owners may change. `more`: what is shown above the form. */
export function SettingsPage({
  title,
  about,
  what = 'The settings',
  more,
  children,
}: {
  title: string
  about: ReactNode
  what?: string
  more?: ReactNode
  children: (settings: MerchantSettings) => ReactNode
}) {
  const { may } = useMerchant()
  const query = useQuery(useTRPC().settings.get.queryOptions())
  return (
    <>
      <h1>{title}</h1>
      <p className={detail.about}>
        {about}
        {!may('admin') && ' Only admins and owners can change this.'}
      </p>
      {more}
      <QueryState what={what} query={query} loading={<FormSkeleton what={what} />}>
        {children}
      </QueryState>
    </>
  )
}

/** The callback hosts are replaced as a whole, so what the form began with is sent along. */
type Begun = Record<string, unknown> & Pick<Inputs['settings']['change'], 'callbackHosts'>

/** A form of the merchant's settings. It saves only what the user changed. */
export function SettingsForm({
  what,
  settings,
  changes,
  children,
}: Pick<ComponentProps<typeof SavedForm>, 'what' | 'children'> & {
  /** The settings that the fields begin with. */
  settings: Begun
  /** Returns the settings in the form. */
  changes: (text: FieldText, data: FormData) => Inputs['settings']['change']
}) {
  const [saved, setSaved] = useState<Begun>(settings)
  const router = useRouter()
  const toast = useToast()
  const save = useMutation(
    useTRPC().settings.change.mutationOptions({
      // Every page shows the name, and formats money and dates, according to these settings.
      onSuccess: () => {
        router.refresh()
        toast({ text: `${capitalised(what)} saved` })
      },
    }),
  )
  return (
    <SavedForm
      what={what}
      save={save}
      className={styles.form}
      submit={(...form) => {
        const typed = changes(...form)
        // Not as an option of `mutate`: once the user types again, the form no longer hears about this mutation.
        const expected = { callbackHosts: saved.callbackHosts }
        save.mutateAsync({ ...changedSettings(saved, typed), expected }).then(
          () => setSaved(typed),
          () => undefined,
        )
      }}
    >
      {children}
    </SavedForm>
  )
}
